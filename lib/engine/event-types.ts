// Families of events, apart from their schemas so that the browser need not load those.
import type { EventType, Gate, RunEvent } from './events.ts';

/** The slot of a gate that holds the whole run, and belongs to no visit. */
export const runSlot = 'run';

/** The keys that tie what happens to a gate to its visit. */
export function gateKeys({ slot, node, visit }: Gate): { node?: string; visit?: number } {
  return slot === runSlot ? {} : { node, visit };
}

export const endTypes: ReadonlySet<EventType> = new Set(['run_completed', 'run_failed', 'run_cancelled']);

/** A person took the run back: it stands elsewhere from here on, and one that had ended runs again. */
export function reopensRun(event: RunEvent): boolean {
  return event.type === 'run_restarted' || (event.type === 'rolled_back' && event.data.back !== undefined);
}

/** The slot of the question whether a server may start, asked by the attempt that needs it. */
export const serverSlot = 'start';

/** Stands in the place of a server's name where what is asked about is what commands use of the machine. */
export const outsideId = 'outside';

/** Asked by an attempt in the middle of its work, which goes on with the answer. */
export function isAskedByAttempt({ purpose, slot }: Pick<Gate, 'purpose' | 'slot'>): boolean {
  return purpose === 'tool' || purpose === 'elicitation' || (purpose === 'server' && slot === serverSlot);
}
