// How an event looks in the trace.
import type { EventType, RunEvent } from '#lib/engine/events.ts';
import { isErrorEvent } from '#lib/engine/view/event-filter.ts';

const tones: Partial<Record<EventType, string>> = {
  node_completed: 'text-completed',
  run_completed: 'text-completed',
  node_failed: 'text-failed',
  run_failed: 'text-failed',
  retry: 'text-failed',
  node_started: 'text-running',
  run_started: 'text-running',
  gate_opened: 'text-waiting',
  node_suspended: 'text-waiting',
  background_awaited: 'text-waiting',
  node_interrupted: 'text-interrupted',
  warning: 'text-interrupted',
  budget_warned: 'text-interrupted',
  run_paused: 'text-paused',
};

export function eventTone(event: RunEvent): string {
  return isErrorEvent(event) ? 'text-failed' : (tones[event.type] ?? 'text-faint');
}
