// How an event looks in the trace, and which events are errors.
import type { EventType, RunEvent } from '#lib/engine/events.ts';
import { isFailedCheck } from '#lib/engine/failed-check.ts';

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
  return isError(event) ? 'text-failed' : (tones[event.type] ?? 'text-faint');
}

export function isError(event: RunEvent): boolean {
  if (event.type === 'tool_result') return event.data.is_error;
  if (event.type === 'check_evaluated') return isFailedCheck(event.data);
  return (
    event.type === 'node_failed' ||
    event.type === 'run_failed' ||
    event.type === 'retry' ||
    event.type === 'node_interrupted'
  );
}
