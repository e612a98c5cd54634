// What a node's newest attempt printed, put together from the output events that the page has. Their order is that of their
// numbers: an attempt that was suspended and goes on counts its offsets from 0 again.
import type { EventOf, RunEvent } from '../events.ts';

export type StreamText = {
  stream: EventOf<'output'>['data']['stream'];
  text: string;
  /** `end`: its beginning is left out. `beginning`: the attempt printed more than its events keep. */
  part: 'all' | 'end' | 'beginning';
};

/** What an attempt says as a message once it has printed as much as its events keep. */
export const moreWasPrinted = 'More was printed; the artifact has everything.';

const kept = 64_000;
const streams = ['message', 'stdout', 'stderr'] as const;

type Part = EventOf<'output'> & { isNewMessage: boolean };

export function latestOutput(events: readonly RunEvent[], node: string): StreamText[] {
  const all = latestParts(events, node);
  const parts = all.filter((part) => !isNotice(part));
  return streams.flatMap((stream): StreamText[] => {
    const own = parts.filter((part) => part.data.stream === stream);
    if (own.length === 0) return [];
    const text = own.map(textOf).join('');
    if (parts.length < all.length && stream !== 'message')
      return [{ stream, text: text.slice(0, kept), part: 'beginning' }];
    const isCut = text.length > kept || own[0]?.data.offset !== 0;
    return [{ stream, text: text.slice(-kept), part: isCut ? 'end' : 'all' }];
  });
}

function isNotice({ data }: Part): boolean {
  return data.stream === 'message' && data.text === moreWasPrinted;
}

function latestParts(events: readonly RunEvent[], node: string): Part[] {
  const parts: Part[] = [];
  let isCallBetween = false;
  for (const event of events.toReversed()) {
    if (event.node !== node) continue;
    if (event.type === 'model_call') isCallBetween = true;
    if (event.type !== 'output') continue;
    const last = parts.at(-1);
    if (last && (last.visit !== event.visit || last.attempt !== event.attempt)) break;
    if (last && isCallBetween) last.isNewMessage = true;
    isCallBetween = false;
    parts.push({ ...event, isNewMessage: event.data.offset === 0 });
  }
  return parts.reverse();
}

/** What a model says after a call is a paragraph of its own. */
function textOf({ data, isNewMessage }: Part, index: number): string {
  return index > 0 && isNewMessage && data.stream === 'message' ? `\n\n${data.text}` : data.text;
}
