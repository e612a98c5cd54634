// Families of events, apart from their schemas so that the browser need not load those.
import type { EventType, RunEvent } from './events.ts';

export const endTypes: ReadonlySet<EventType> = new Set(['run_completed', 'run_failed', 'run_cancelled']);

/** A person took the run back: it stands elsewhere from here on, and one that had ended runs again. */
export function reopensRun(event: RunEvent): boolean {
  return event.type === 'run_restarted' || (event.type === 'rolled_back' && event.data.back !== undefined);
}
