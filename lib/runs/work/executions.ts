// The attempts that are working in this process, by run. What is not here and still says "running" was interrupted.
import type { Needs } from '../../console/console.ts';
import type { Outcome, Suspended } from '../../nodes/contract/outcome.ts';
import type { Collected } from './attempt-trace.ts';

export type Execution = {
  position: string;
  controller: AbortController;
  /** Resolves when the attempt has ended and `done` is set; never rejects. */
  ended: Promise<void>;
  done: { outcome: Outcome | Suspended; collected: Collected } | { error: unknown } | null;
  /** Why it was stopped by a person: its result does not count, and nothing new begins until it has ended. */
  stopped: string | null;
};

export const executionKey = (of: { node: string; visit: number; attempt: number }) =>
  `${of.node}/${of.visit}/${of.attempt}`;

export function executionsOf(house: Needs<'executions'>, runId: string): Map<string, Execution> {
  const known = house.executions.get(runId) ?? new Map<string, Execution>();
  house.executions.set(runId, known);
  return known;
}

export function isExecuting(house: Needs<'executions'>, runId: string): boolean {
  return (house.executions.get(runId)?.size ?? 0) > 0;
}

export function forgetExecutions(house: Needs<'executions'>, runId: string): void {
  const known = house.executions.get(runId);
  if (known && [...known.values()].every(({ done }) => done !== null)) house.executions.delete(runId);
}

/** Counts at once for whoever looks next; resolves when every process of the stopped work is gone. */
export async function stopExecutions(
  house: Needs<'executions'>,
  runId: string,
  reason: string,
  isKept: (key: string) => boolean = () => false,
): Promise<void> {
  const known = [...(house.executions.get(runId) ?? [])];
  const executions = known.flatMap(([key, execution]) => (execution.done || isKept(key) ? [] : [execution]));
  for (const execution of executions) {
    execution.stopped = reason;
    execution.controller.abort();
  }
  await Promise.all(executions.map(({ ended }) => ended));
}

/** Ends the work of a run; resolves when every process of it is gone. */
export async function abortExecutions(house: Needs<'executions'>, runId: string): Promise<void> {
  const executions = [...(house.executions.get(runId)?.values() ?? [])];
  for (const { controller, done } of executions) if (!done) controller.abort();
  await Promise.all(executions.map(({ ended }) => ended));
}

export async function abortAllExecutions(house: Needs<'executions'>): Promise<void> {
  await Promise.all([...house.executions.keys()].map((id) => abortExecutions(house, id)));
}
