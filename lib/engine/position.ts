// Positions: where the run stands, and how events move them. Used by the fold and by arriving.
import type { RunEvent } from './events.ts';
import { type Branch, historyTail, type NodeState, type Position, type RunState, type Split } from './state.ts';

export const mainPosition = 'main';

const unfinished = new Set(['running', 'waiting', 'pending', 'interrupted']);

export function firstPosition(node: string): Position {
  const nowhere = {
    own: {},
    output: null,
    id: mainPosition,
    parent: null,
    item: null,
    as: null,
    index: null,
    prev: null,
    worked: false,
    loops: [],
    arrivals: {},
    background: false,
  };
  return movedTo(nowhere as unknown as Position, node, 1);
}

/** The same position at the beginning of a new visit: where it came from stays, what it did there does not. */
export function movedTo(position: Position, node: string, visit: number): Position {
  return {
    ...position,
    node,
    visit,
    cause: position.phase === 'failed' ? position.error : (position.cause ?? null),
    arrivals: { ...position.arrivals, [node]: (position.arrivals?.[node] ?? 0) + 1 },
    type: null,
    phase: 'arriving',
    attempt: 0,
    in_line: false,
    crashes: 0,
    failures: 0,
    passed: [],
    gate: null,
    answer: null,
    error: null,
    to: null,
    not_before: null,
    split: null,
    wait: null,
    files: [],
    asked: {},
    resumed: null,
    read_only: null,
    awaits: null,
    ending: null,
    given: null,
  };
}

/** The name of the position that walks a branch of a split. */
export function branchPositionId(parent: string, node: string, visit: number, key: string): string {
  return `${parent}/${node}.${visit}:${key}`;
}

/** Whether a position, by its name, is this one or one of those that it split into. */
export function isWithin(position: string, outer: string): boolean {
  return position === outer || position.startsWith(`${outer}/`);
}

/** The positions of a branch: its own, and all that it had split into or that works for it in the background. */
export function branchPositions({ active }: RunState, branch: string): Set<string> {
  const within = new Set([branch]);
  for (const { id, parent } of active) if (parent !== null && within.has(parent)) within.add(id);
  return within;
}

/** The position that walks a branch, before its first event. */
export function branchPosition(parent: Position, branch: Branch, index: number): Position {
  return {
    ...movedTo(parent, branch.start, 0),
    id: branch.position,
    parent: parent.id,
    item: branch.item ?? null,
    as: parent.split?.as ?? null,
    index,
    loops: [],
    arrivals: {},
    worked: false,
    own: {},
    output: null,
    background: false,
  };
}

const beside = 'background:';

/** The name of the position that does a visit's work beside the way that came to it. */
export function backgroundPositionId(node: string, visit: number): string {
  return `${beside}${node}.${visit}`;
}

export function isBackgroundPosition(id: string | undefined): boolean {
  return id?.startsWith(beside) ?? false;
}

/** Stands still as long as the work that it cannot go on without is being done. */
export function isAwaiting({ active }: RunState, { awaits }: Position): boolean {
  return typeof awaits === 'string' && active.some(({ background, node }) => background && node === awaits);
}

/** A later visit has given something before this one, which worked in the background, was done. */
export function isOvertaken({ nodes, active }: RunState, { background, node, visit }: Position): boolean {
  if (!background) return false;
  const later = active.filter((one) => one.background && one.node === node && one.visit > visit);
  return later.length < (nodes[node]?.visits ?? 0) - visit;
}

/** A failed branch, also one that asks a person what now, waits for the others and holds nobody back. */
export function branchesAtWork({ active, gates }: RunState, { branches }: Split): number {
  const asksWhatNow = ({ gate }: Position) => gates[gate ?? '']?.purpose === 'failure';
  const failed = new Set(active.flatMap((one) => (one.phase === 'failed' || asksWhatNow(one) ? [one.id] : [])));
  return branches.filter(({ status, position }) => status === 'running' && !failed.has(position)).length;
}

/** Of each state, by split: where many branches have failed, each of them asks. */
const unfinishedSplits = new WeakMap<RunState, Map<string, boolean>>();

/** All finish, then the failures' `on_failure` apply: until then a failed branch waits. The others may wait for the background. */
export function mustWaitForOthers(state: RunState, { parent, background }: Position): boolean {
  if (background || parent === null) return false;
  const known = unfinishedSplits.get(state) ?? new Map<string, boolean>();
  unfinishedSplits.set(state, known);
  const found = known.get(parent);
  if (found !== undefined) return found;
  const split = state.active.find(({ id }) => id === parent)?.split;
  const isUnfinished = split ? split.branches.at(-1)?.status === 'waiting' || branchesAtWork(state, split) > 0 : false;
  known.set(parent, isUnfinished);
  return isUnfinished;
}

/** A branch of a list has its place as its key: that is looked at before all others are. */
export function branchIndex({ branches }: Split, position: string): number {
  const likely = Number(position.slice(position.lastIndexOf(':') + 1));
  if (branches[likely]?.position === position) return likely;
  return branches.findIndex((branch) => branch.position === position);
}

/** Branches begin in order: those that wait for their turn are the last ones. As many as there are branches when none does. */
export function firstWaiting({ branches }: Split): number {
  let [low, high] = [0, branches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (branches[middle]?.status === 'waiting') high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Where in a list of positions one stands; -1 when it is not there. Of many branches side by side most stand where their
 * number says, and one that waits for its turn stands nowhere: neither is looked for among all the others.
 */
function placeOf(active: Position[], id: string): number {
  const [first] = active;
  if (first?.id === id) return 0;
  const number = Number(id.slice(id.lastIndexOf(':') + 1));
  if (active[number + 1]?.id === id) return number + 1;
  const branch = first?.split?.branches[number];
  if (branch?.position === id && branch.status === 'waiting') return -1;
  return active.findIndex((position) => position.id === id);
}

/** A copy with one of them replaced: with thousands, many times as fast as `with`. */
function replaced<Item>(items: Item[], index: number, item: Item): Item[] {
  const copy = items.slice();
  copy[index] = item;
  return copy;
}

function newBranchPosition(state: RunState, id: string): Position {
  for (const parent of state.active) {
    const index = parent.split ? branchIndex(parent.split, id) : -1;
    const branch = parent.split?.branches[index];
    if (branch) return branchPosition(parent, branch, index);
  }
  throw new Error(`there is no position "${id}"`);
}

/** The position an event speaks of; at the beginning of its visit when the event is the first of a new one. */
export function positionFor(state: RunState, event: RunEvent & { data: { position?: string } }): Position {
  const id = event.data.position ?? mainPosition;
  const known = state.active[placeOf(state.active, id)] ?? newBranchPosition(state, id);
  const node = event.node as string;
  const visit = event.visit as number;
  return known.node === node && known.visit === visit ? known : movedTo(known, node, visit);
}

function branchStarted(positions: Position[], child: Position): Position[] {
  const at = placeOf(positions, child.parent ?? '');
  const parent = positions[at];
  if (!parent?.split) return positions;
  const index = branchIndex(parent.split, child.id);
  const branch = parent.split.branches[index];
  if (!branch) return positions;
  const branches = replaced<Branch>(parent.split.branches, index, { ...branch, status: 'running' });
  return replaced(positions, at, { ...parent, split: { ...parent.split, branches } });
}

export function withPosition(state: RunState, position: Position): RunState {
  const index = placeOf(state.active, position.id);
  const before = state.active[index];
  const active = before
    ? replaced(state.active, index, position)
    : branchStarted(state.active.concat(position), position);
  const moved = before !== undefined && before.node !== position.node;
  return {
    ...state,
    active,
    current_node: active[0]?.node ?? null,
    previous_node: moved ? before.node : state.previous_node,
  };
}

export function withNode(state: RunState, id: string, patch: Partial<NodeState>): RunState {
  const known = state.nodes[id] ?? { status: 'pending', visits: 0, attempts: 0, started_at: null, ended_at: null };
  return { ...state, nodes: { ...state.nodes, [id]: { ...known, ...patch } } };
}

/** A node that ended here is still running when another position is at work on it, or waiting when one waits there. */
export function withEndedNode(state: RunState, position: Position, status: NodeState['status'], at: string): RunState {
  const others = state.active.filter(({ id, node }) => id !== position.id && node === position.node);
  const isThere = (...phases: Position['phase'][]) => others.some(({ phase }) => phases.includes(phase));
  if (isThere('running')) return withNode(state, position.node, { status: 'running' });
  if (isThere('asking', 'suspended', 'waiting')) return withNode(state, position.node, { status: 'waiting' });
  return withNode(state, position.node, { status, ended_at: at });
}

/** What the run was in the middle of is not going to end by itself any more. */
export function cutOffNodes({ nodes, active }: RunState, at: string): RunState['nodes'] {
  const left = { ...nodes };
  for (const { node } of active) {
    const known = left[node];
    if (known && unfinished.has(known.status)) left[node] = { ...known, status: 'cancelled', ended_at: at };
  }
  return left;
}

export function withHistory(
  state: RunState,
  node: string,
  outcome: Record<string, unknown>,
  timestamp: string,
): RunState {
  const tail = [...state.history.tail, { node, outcome, timestamp }].slice(-historyTail);
  return { ...state, history: { length: state.history.length + 1, tail } };
}
