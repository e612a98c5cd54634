import { isLargeValue } from '../../nodes/parts/large-value.ts';

/** What stands in the place of a run's own id, which is in many a path and differs always. */
export const ownRun = '‹run›';

/** The value with that in the place of the id. */
export function withoutRunId(value: unknown, runId: string): unknown {
  if (typeof value === 'string') return value.replaceAll(runId, ownRun);
  if (typeof value !== 'object' || value === null || isLargeValue(value)) return value;
  if (Array.isArray(value)) return value.map((item) => withoutRunId(item, runId));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutRunId(member, runId)]));
}
