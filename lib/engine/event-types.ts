// Families of events, apart from their schemas so that the browser need not load those.
import type { EventType } from './events.ts';

export const endTypes: ReadonlySet<EventType> = new Set(['run_completed', 'run_failed', 'run_cancelled']);
