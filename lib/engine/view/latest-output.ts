// What a node's newest attempt printed, put together from the output events that the page has.
import type { EventOf, RunEvent } from '../events.ts';

export type StreamText = { stream: EventOf<'output'>['data']['stream']; text: string; isCut: boolean };

const kept = 64_000;

export function latestOutput(events: readonly RunEvent[], node: string): StreamText[] {
  const parts: EventOf<'output'>[] = [];
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index];
    if (event?.type !== 'output' || event.node !== node) continue;
    const [newest] = parts;
    if (newest && (newest.visit !== event.visit || newest.attempt !== event.attempt)) break;
    parts.push(event);
  }
  return (['message', 'stdout', 'stderr'] as const).flatMap((stream) => {
    const own = parts.filter((part) => part.data.stream === stream).sort((a, b) => a.data.offset - b.data.offset);
    if (own.length === 0) return [];
    const text = own.map((part) => part.data.text).join('');
    return [{ stream, text: text.slice(-kept), isCut: text.length > kept || own[0]?.data.offset !== 0 }];
  });
}
