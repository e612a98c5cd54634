// The bars of a node's calls of tools and models. Events are recorded some time after what they tell of: how long a call
// took is what its result says, and a call that was never answered ends with the attempt that made it.
import type { EventOf, RunEvent } from '../events.ts';
import { closeBar } from './close-bars.ts';
import type { Bar, BarKind, Track } from './timeline.ts';

function callsOf(calls: Record<string, Bar[]>, name: string): Bar[] {
  calls[name] ??= [];
  return calls[name];
}

function toolCalls({ tools }: Track, { data }: EventOf<'tool_call' | 'tool_result'>): Bar[] {
  return callsOf(tools, `${data.server}.${data.tool}`);
}

function isOfVisit({ visit }: RunEvent, bar: Bar): boolean {
  return visit === undefined || bar.visit === visit;
}

export function openToolCall(track: Track, event: EventOf<'tool_call'>, bar: Bar) {
  toolCalls(track, event).push(bar);
}

/** Answers come in the order of the calls. */
export function endToolCall(track: Track, event: EventOf<'tool_result'>, at: number) {
  const calls = toolCalls(track, event);
  const index = calls.findIndex((bar) => bar.end === null && isOfVisit(event, bar));
  const bar = calls[index];
  if (!bar) return;
  const since = track.bars.findLast((work) => isOfVisit(event, work))?.start ?? bar.start;
  calls[index] = { ...bar, start: Math.min(bar.start, Math.max(since, at - event.data.ms)) };
  closeBar(calls, index, at, event.data.is_error ? 'failed' : 'completed');
}

/** What the attempt had called and got no answer to came to what the attempt came to. */
export function endCalls({ tools }: Track, event: RunEvent, at: number, kind: BarKind) {
  for (const calls of Object.values(tools)) {
    for (const [index, bar] of calls.entries()) {
      if (bar.end === null && isOfVisit(event, bar)) closeBar(calls, index, at, kind);
    }
  }
}

/** A model call is told when it has ended; one visit makes one call at a time. */
export function addModelCall({ models }: Track, event: EventOf<'model_call'>, bar: Bar) {
  const { model, ms, input_tokens: input, output_tokens: output, cost } = event.data;
  const calls = callsOf(models, model);
  const before = calls.findLast((call) => isOfVisit(event, call))?.end ?? 0;
  calls.push({ ...bar, start: Math.max(bar.start - ms, before), end: bar.start, tokens: { input, output, cost } });
}
