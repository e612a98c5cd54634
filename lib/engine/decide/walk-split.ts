// A split: starts its branches, so many at a time, and goes on when enough of them have ended.
import { nodeOf } from '../../workflow/graph.ts';
import type { Draft } from '../events.ts';
import { branchesAtWork, branchPosition, firstWaiting } from '../position.ts';
import type { Branch, Position, RunState, Split } from '../state.ts';
import { type DecisionInput, visitKeys } from './decision-input.ts';
import { enterNode } from './enter-node.ts';
import { draftCompleted } from './finish-attempt.ts';

function isJoined({ branches, join }: Split): boolean {
  // From the back: the last of a long list are the last to end.
  if (!branches.findLast(({ status }) => status === 'waiting' || status === 'running')) return true;
  if (join === 'all') return false;
  const ended = branches.filter(({ status }) => status === 'ended').length;
  return join === 'any' ? ended > 0 : ended > branches.length / 2;
}

function resultOf({ branches, isList }: Split): unknown {
  const results = branches.map(({ key, result }) => [key, result ?? null] as const);
  return isList ? results.map(([, result]) => result) : Object.fromEntries(results);
}

/** The last in written order of the nodes that did work in the branches. */
function lastWork(moment: DecisionInput, { branches }: Split): string | null {
  const order = new Map(moment.graph.nodes.map(({ id }, index) => [id, index]));
  const worked = branches.flatMap(({ prev, status }) => (prev && status === 'ended' ? [prev] : []));
  return worked.sort((a, b) => (order.get(b) ?? 0) - (order.get(a) ?? 0))[0] ?? null;
}

export function cutOff(moment: DecisionInput, { position: id, key }: Branch): Draft {
  const position = moment.state.active.find((one) => one.id === id);
  const keys = position ? visitKeys(position) : {};
  return { type: 'branch_ended', ...keys, data: { position: id, key, cancelled: true, result: null, prev: null } };
}

/** Of a split without a limit: more could not work at once. Those that only wait, for a person or a time, are not counted. */
const mostWorking = 1000;

function isFull(state: RunState, { id }: Position, split: Split): boolean {
  if (split.limit !== null) return branchesAtWork(state, split) >= split.limit;
  if (split.branches.length <= mostWorking) return false;
  let working = 0;
  for (const { parent, phase } of state.active) if (phase === 'running' && parent === id) working++;
  return working >= mostWorking;
}

export function walkSplit(moment: DecisionInput, position: Position): Draft[] {
  const { split } = position;
  if (!split) return [];
  if (isJoined(split)) {
    const left = split.branches.filter(({ status }) => status === 'running').map((branch) => cutOff(moment, branch));
    return [...left, ...draftCompleted(moment, position, resultOf(split), { prev: lastWork(moment, split) })];
  }
  const index = firstWaiting(split);
  const branch = split.branches[index];
  if (!branch || isFull(moment.state, position, split)) return [];
  const { group } = nodeOf(moment.graph, branch.start);
  // A branch that begins in a parallel_group begins with all of it, unless it is one of the group's own.
  const start = group === null || group === position.node ? branch.start : group;
  const visit = (moment.state.nodes[start]?.visits ?? 0) + 1;
  const first = { ...branchPosition(position, branch, index), node: start, visit };
  return enterNode(moment, first, { node: nodeOf(moment.graph, position.node).id, via: `branch ${branch.key}` });
}
