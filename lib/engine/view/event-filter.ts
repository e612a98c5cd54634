// Which events a reader of the trace looks for. One rule for the page, which knows the newest events, and for the server,
// which knows all of them.
import type { RunEvent } from '../events.ts';
import { isFailedCheck } from '../failed-check.ts';

export type EventFilter = { text: string; errorsOnly: boolean };

export function isErrorEvent(event: RunEvent): boolean {
  if (event.type === 'tool_result') return event.data.is_error;
  if (event.type === 'check_evaluated') return isFailedCheck(event.data);
  return (
    event.type === 'node_failed' ||
    event.type === 'run_failed' ||
    event.type === 'retry' ||
    event.type === 'node_interrupted'
  );
}

export const isFiltering = ({ text, errorsOnly }: EventFilter) => errorsOnly || text.trim() !== '';

/** By its type, by its node's id and name, and by whatever is said in it. */
export function eventMatcher({ text, errorsOnly }: EventFilter, nameOf: (node: string) => string) {
  const wanted = text.trim().toLowerCase();
  return (event: RunEvent): boolean => {
    if (errorsOnly && !isErrorEvent(event)) return false;
    if (wanted === '') return true;
    const head = event.node === undefined ? event.type : `${event.type}\n${event.node}\n${nameOf(event.node)}`;
    return head.toLowerCase().includes(wanted) || says(event.data, wanted);
  };
}

function says(value: unknown, wanted: string): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).some(([key, item]) => says(item, wanted) || key.toLowerCase().includes(wanted));
  }
  return value !== null && value !== undefined && String(value).toLowerCase().includes(wanted);
}
