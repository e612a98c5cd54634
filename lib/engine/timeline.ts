// Folds events into the rows and bars of the timeline: one track a node, one bar a wait or an attempt.
// Pure and incremental: a batch of events copies only the tracks it touches, so a live page pays for what is new.
// It knows times and kinds; where a bar stands on the screen is time-scale's business.
import { reopensRun } from './event-types.ts';
import type { RunEvent } from './events.ts';

export type BarKind =
  | 'running'
  | 'completed'
  | 'failed'
  | 'waiting'
  | 'backoff'
  | 'skipped'
  | 'interrupted'
  | 'cancelled';

export type Bar = {
  /** The event that opened it: a stable key. */
  seq: number;
  kind: BarKind;
  visit: number;
  attempt: number;
  /** Milliseconds since the epoch; an open bar has no end. */
  start: number;
  end: number | null;
  note: string | null;
};

export type Track = { bars: Bar[]; tools: Record<string, Bar[]> };

export type Timeline = {
  seq: number;
  start: number | null;
  end: number | null;
  tracks: Record<string, Track>;
};

export const emptyTimeline: Timeline = { seq: 0, start: null, end: null, tracks: {} };

const endKinds = { run_completed: 'completed', run_failed: 'failed', run_cancelled: 'cancelled' } as const;
const noTrack: Track = { bars: [], tools: {} };

export function foldTimeline(timeline: Timeline, events: readonly RunEvent[]): Timeline {
  const next: Timeline = { ...timeline, tracks: { ...timeline.tracks } };
  const owned = new Set<string>();
  const trackOf = (node: string): Track => {
    let track = next.tracks[node] ?? noTrack;
    if (!owned.has(node)) {
      owned.add(node);
      const tools = Object.fromEntries(Object.entries(track.tools).map(([name, bars]) => [name, [...bars]]));
      track = { bars: [...track.bars], tools };
      next.tracks[node] = track;
    }
    return track;
  };
  for (const event of events) {
    if (event.seq <= next.seq) continue;
    next.seq = event.seq;
    foldOne(next, event, trackOf);
  }
  return next;
}

function foldOne(timeline: Timeline, event: RunEvent, trackOf: (node: string) => Track) {
  const at = Date.parse(event.at);
  timeline.start ??= at;
  const bars = () => trackOf(event.node ?? '').bars;
  switch (event.type) {
    case 'node_started':
      close(bars(), at);
      bars().push(open(event, 'running', at));
      return;
    case 'gate_opened':
      // A gate node starts and asks in one breath: its wait is all there is to show.
      if (event.data.gate.slot === 'self' && bars().at(-1)?.kind === 'running') bars().pop();
      close(bars(), at);
      bars().push({ ...open(event, 'waiting', at), note: event.data.gate.message.trim().split('\n', 1)[0] ?? null });
      return;
    case 'gate_answered':
      close(bars(), at, undefined, event.data.answer.option);
      return;
    case 'gate_expired':
      close(bars(), at, undefined, event.data.then);
      return;
    case 'node_completed':
      finish(bars(), event, 'completed', at, null);
      return;
    case 'node_failed':
      finish(bars(), event, 'failed', at, event.data.error.message);
      return;
    case 'node_skipped':
      finish(bars(), event, 'skipped', at, event.data.reason);
      return;
    case 'node_interrupted':
      finish(bars(), event, 'interrupted', at, event.data.reason);
      return;
    case 'retry':
      finish(bars(), event, 'failed', at, event.data.error.message);
      bars().push({ ...open(event, 'backoff', at), attempt: event.data.next_attempt });
      return;
    case 'tool_call':
      callsOf(trackOf(event.node ?? ''), event.data).push(open(event, 'running', at));
      return;
    case 'tool_result':
      close(callsOf(trackOf(event.node ?? ''), event.data), at, event.data.is_error ? 'failed' : 'completed');
      return;
    case 'run_restarted':
    case 'rolled_back':
      if (!reopensRun(event)) return;
      endAll(timeline, trackOf, at, 'cancelled');
      timeline.end = null;
      return;
    case 'run_completed':
    case 'run_failed':
    case 'run_cancelled':
      endAll(timeline, trackOf, at, endKinds[event.type]);
  }
}

function open(event: RunEvent, kind: BarKind, at: number): Bar {
  return {
    seq: event.seq,
    kind,
    visit: event.visit ?? 1,
    attempt: event.attempt ?? 1,
    start: at,
    end: null,
    note: null,
  };
}

/** Ends the open bar, if there is one; a running one turns into what it came to, a wait stays a wait. */
function close(bars: Bar[], at: number, kind?: BarKind, note?: string | null): boolean {
  const last = bars.at(-1);
  if (last?.end !== null) return false;
  const turned = last.kind === 'running' ? (kind ?? 'completed') : last.kind;
  bars[bars.length - 1] = { ...last, end: at, kind: turned, note: note ?? last.note };
  return true;
}

/** Ends the running bar as `kind`. What had no running bar (a branch, a skipped node) leaves a mark of no length. */
function finish(bars: Bar[], event: RunEvent, kind: BarKind, at: number, note: string | null) {
  const last = bars.at(-1);
  const wasRunning = last?.end === null && last.kind === 'running';
  close(bars, at, kind, wasRunning ? note : undefined);
  const waitWasAll = kind === 'completed' && last?.kind === 'waiting' && last.visit === (event.visit ?? 1);
  if (!wasRunning && !waitWasAll) bars.push({ ...open(event, kind, at), end: at, note });
}

function callsOf(track: Track, call: { server: string; tool: string }): Bar[] {
  const name = `${call.server}.${call.tool}`;
  track.tools[name] ??= [];
  return track.tools[name];
}

function endAll(timeline: Timeline, trackOf: (node: string) => Track, at: number, kind: BarKind) {
  timeline.end = at;
  for (const node of Object.keys(timeline.tracks)) {
    const track = trackOf(node);
    close(track.bars, at, kind);
    for (const bars of Object.values(track.tools)) close(bars, at, kind);
  }
}
