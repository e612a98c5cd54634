// What one event did to a run's data and to its nodes, under the names that expressions use: every place whose value is
// another one, as deep as it can be told. Data that nobody touched is the same object in both states and costs nothing.
import type { RunState } from '../state.ts';

/** `undefined` where there was, or is, nothing. */
export type StateChange = { path: string; before: unknown; after: unknown };

const mostChanges = 100;

export function stateChanges(before: RunState | null, after: RunState): StateChange[] {
  const changes: StateChange[] = [];
  const [old, now] = [before && dataOf(before), dataOf(after)];
  for (const [name, value] of Object.entries(now)) compare(name, old?.[name], value, changes);
  return changes;
}

function dataOf(state: RunState): Record<string, unknown> {
  const { inputs, computed, flags, custom, user_responses, outputs } = state;
  const statuses = Object.fromEntries(Object.entries(state.nodes).map(([id, { status }]) => [id, status]));
  return { inputs, computed, flags, user_responses, '': custom, 'outputs of': outputs, 'status of': statuses };
}

function compare(path: string, before: unknown, after: unknown, changes: StateChange[]): void {
  if (before === after || changes.length >= mostChanges) return;
  const isNew = before === undefined && isGroup(after) && Object.keys(after).length > 0;
  if (!isGroup(after) || !(isGroup(before) || isNew)) {
    if (JSON.stringify(before) !== JSON.stringify(after)) changes.push({ path, before, after });
    return;
  }
  const old = isGroup(before) ? before : {};
  for (const key of new Set([...Object.keys(old), ...Object.keys(after)])) {
    compare(pathOf(path, key), old[key], after[key], changes);
  }
}

/** The parts that are no name of the language have a space: what follows them is one. */
function pathOf(path: string, key: string): string {
  if (path === '') return key;
  return path.endsWith(' of') ? `${path} ${key}` : `${path}.${key}`;
}

/** Lists are told whole: which of their items moved where says less than the list. */
function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
