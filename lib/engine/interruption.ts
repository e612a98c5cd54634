// What a run that the console left in the middle of its work says when it is looked at again: what was cut off, after which
// event, and what becomes of each piece of it. Nothing is said of a run that has ended, nor of what people stopped.
import type { EventOf, RunEvent } from './events.ts';
import { isTerminal, type RunState } from './state.ts';

/** The reason of an attempt that nobody works on any more. */
export const consoleStopped = 'the console stopped while this attempt was running';

/**
 * `asked`: a person decides, at `gate`. `again`: it is at work again, by itself or because a person chose to. `held`: nobody
 * has taken it up yet, as in a run that is paused. `settled`: it is over.
 */
export type CutOff = {
  seq: number;
  node: string;
  visit: number;
  attempt: number;
  becomes: 'asked' | 'again' | 'again_by_person' | 'held' | 'settled';
  gate: string | null;
};

export type Interruption = {
  /** When the console was back and found it. */
  at: string;
  /** It did not stop in order: it died. */
  hasDied: boolean;
  /** The last thing that was saved before; null when that is not among the events at hand. */
  last: RunEvent | null;
  steps: CutOff[];
};

type Gates = readonly { id: string; node: string; visit: number; purpose: string; status: string }[];
type View = { state: RunState; events: readonly RunEvent[]; gates: Gates };

export function lastInterruption({ state, events, gates }: View): Interruption | null {
  if (isTerminal(state.status)) return null;
  const end = events.findLastIndex(isCutOff);
  if (end < 0) return null;
  let start = end;
  // They are recorded together: one after the other.
  for (let before = events[start - 1]; before && isCutOff(before); before = events[start - 1]) start--;
  const cut = events.slice(start, end + 1).filter(isCutOff);
  return {
    at: events[end]?.at ?? '',
    hasDied: cut.some(({ data }) => data.crashed === true),
    last: events[start - 1] ?? null,
    steps: cut.map((event) => becomesOf(state, gates, event)),
  };
}

function isCutOff(event: RunEvent): event is EventOf<'node_interrupted'> {
  return event.type === 'node_interrupted' && event.data.reason === consoleStopped;
}

function becomesOf(state: RunState, gates: Gates, event: EventOf<'node_interrupted'>): CutOff {
  const { seq, node = '', visit = 1, attempt = 1 } = event;
  const asked = gates.filter(
    (gate) =>
      gate.node === node && gate.visit === visit && gate.purpose === 'interrupted' && Number(gate.id.slice(1)) > seq,
  );
  const open = asked.find(({ status }) => status === 'open');
  const position = state.active.find((one) => one.node === node && one.visit === visit);
  const isHeld = position?.phase === 'interrupted';
  const again = asked.length > 0 ? 'again_by_person' : 'again';
  const becomes = open ? 'asked' : isHeld ? 'held' : position && position.attempt > attempt ? again : 'settled';
  return { seq, node, visit, attempt, becomes, gate: open?.id ?? null };
}
