// Which rows the timeline has: a node in its written place, its calls of models and tools under it, and under a split its
// branches with what each of them walks, under a loop what its rounds walk. Rows never change their order.

import type { Graph, GraphNode } from '../../workflow/graph.ts';
import type { RunState } from '../state.ts';
import { innermost, type LoopBody, loopBodies, type SplitBody, splitBodies } from './branch-bodies.ts';
import { type RoundFailure, roundFailures } from './loop-rounds.ts';
import { type Standing, standingOf } from './node-standing.ts';
import type { Bar, Timeline } from './timeline.ts';
import { callRows } from './timeline-calls.ts';
import { type BranchLane, countWords, laneBars, lanesOf, laneWork, statusOfBars } from './timeline-lanes.ts';

export type TimelineRow = {
  key: string;
  /** The row that it is folded away with. */
  parent: string | null;
  kind: 'node' | 'call' | 'branch';
  node: string;
  /** The visit that a row inside a split speaks of; null when it speaks of the node as a whole. */
  visit: number | null;
  label: string;
  type: string;
  status: Standing;
  depth: number;
  /** What is said right of the name: the type, and how often. */
  aside: string;
  bars: readonly Bar[];
  /** The rounds of a loop, the failed ones marked. */
  rounds: readonly Bar[];
  /** Where the first failing round of a loop failed. */
  failure: RoundFailure | null;
  /** Rows below it that can be folded away. */
  group: { holds: 'Branches' | 'Steps'; isOpen: boolean; counts: string } | null;
};

export type RowPlan = {
  graph: Graph;
  bodies: Map<string, SplitBody>;
  loops: Map<string, LoopBody>;
  inside: Map<string, string>;
};
/** Which rows are open: by their key, else all or none of them, else as they begin. */
export type OpenRows = { all: boolean | null; byKey: ReadonlyMap<string, boolean> };
type Story = { plan: RowPlan; state: RunState; timeline: Timeline; open: OpenRows };
/** Where a row stands: on which branch (null: on none), how deep, under which rows. */
type Spot = { lane: BranchLane | null; depth: number; path: string; parent: string | null };

/** A split with more branches than this begins folded. */
const mostBranches = 20;
const mostBranchRows = 24;
const noBars: readonly Bar[] = [];

export function rowPlan(graph: Graph): RowPlan {
  const bodies = splitBodies(graph);
  const loops = loopBodies(graph);
  return {
    graph,
    bodies: new Map(bodies.map((body) => [body.split, body])),
    loops: new Map(loops.map((body) => [body.loop, body])),
    inside: innermost([
      ...bodies.map(({ split, nodes }) => ({ around: split, nodes })),
      ...loops.map(({ loop, nodes }) => ({ around: loop, nodes })),
    ]),
  };
}

export function timelineRows(plan: RowPlan, state: RunState, timeline: Timeline, open: OpenRows): TimelineRow[] {
  const story = { plan, state, timeline, open };
  const outside = plan.graph.nodes.filter(({ id }) => !plan.inside.has(id));
  return outside.flatMap((node) => nodeRows(story, node, { lane: null, depth: 0, path: '', parent: null }));
}

export const asTheyBegin: OpenRows = { all: null, byKey: new Map() };

function isOpened({ open }: Story, key: string, atFirst: boolean): boolean {
  return open.byKey.get(key) ?? open.all ?? atFirst;
}

function nodeRows(story: Story, node: GraphNode, spot: Spot, label?: string): TimelineRow[] {
  const track = story.timeline.tracks[node.id];
  const known = story.state.nodes[node.id];
  const { lane, depth, path } = spot;
  const bars = lane ? laneBars(lane, node.id) : (track?.bars ?? noBars);
  const visits = lane ? new Set(bars.map(({ visit }) => visit)).size : (known?.visits ?? 0);
  const row: TimelineRow = {
    key: `${path}${node.id}`,
    parent: spot.parent,
    kind: 'node',
    node: node.id,
    visit: lane ? (bars.at(-1)?.visit ?? null) : null,
    label: label ?? (node.name || node.id),
    type: node.type,
    status: lane ? statusOfBars(bars) : standingOf(story.state, node.id),
    depth,
    aside: visits > 1 ? `${node.type} · visit ${visits}` : node.type,
    bars,
    rounds: noBars,
    failure: null,
    group: null,
  };
  if (node.traits.rounds) addRounds(row, story, node, lane);
  const body = story.plan.bodies.get(node.id);
  if (body) return splitRows(story, row, body, spot);
  const loop = story.plan.loops.get(node.id);
  if (loop) return loopRows(story, row, loop, spot);
  return [row, ...callRows(row, node, track)];
}

/** Folded, a loop is the strip of its rounds. It begins open: a round more never folds what is being read. */
function loopRows(story: Story, row: TimelineRow, { loop, nodes }: LoopBody, spot: Spot): TimelineRow[] {
  const own = story.plan.graph.nodes.filter(
    ({ id }) => nodes.has(id) && story.plan.inside.get(id) === loop && (!spot.lane || spot.lane.nodes.has(id)),
  );
  if (own.length === 0) return [row];
  const isOpen = isOpened(story, row.key, true);
  const inner = { ...spot, depth: spot.depth + 1, parent: row.key };
  const header: TimelineRow = { ...row, group: { holds: 'Steps', isOpen, counts: '' } };
  return [header, ...(isOpen ? own.flatMap((node) => nodeRows(story, node, inner)) : [])];
}

/** A loop is under way while a round is: its row shows the rounds so far, the failed ones marked. */
function addRounds(row: TimelineRow, { plan, state, timeline }: Story, node: GraphNode, lane: BranchLane | null) {
  const failures = roundFailures(plan.graph, timeline, node);
  const failed = new Set(failures.map(({ round }) => round.seq));
  row.rounds = (timeline.tracks[node.id]?.rounds ?? noBars)
    .filter(({ position }) => !lane || lane.positions.has(position))
    .map((round) => (failed.has(round.seq) ? { ...round, kind: 'failed' } : round));
  row.failure = failures.find(({ round }) => row.rounds.some(({ seq }) => seq === round.seq)) ?? null;
  const last = row.rounds.at(-1);
  if (!last) return;
  row.aside = `round ${last.visit} of ${node.traits.rounds?.most}`;
  if (last.kind === 'cancelled') row.status = 'cancelled';
  if (lane && last.end === null) row.status = standingOf(state, node.id, lane.positions);
}

/** Walks the branches of a split; before it starts, what is known of them from the workflow. */
function splitRows(story: Story, split: TimelineRow, body: SplitBody, spot: Spot): TimelineRow[] {
  const lanes = lanesOf(story.timeline, split.bars, body);
  const own = (lane: BranchLane) =>
    story.plan.graph.nodes.filter(({ id }) => lane.nodes.has(id) && story.plan.inside.get(id) === body.split);
  const isOpen = isOpened(story, split.key, lanes.length <= mostBranches);
  const counts = countWords(lanes.map((lane) => statusOfBars(laneWork(lane).map(({ bar }) => bar))));
  const rows: TimelineRow[] = [{ ...split, group: { holds: 'Branches', isOpen, counts } }];
  if (!isOpen) return rows;
  const rowsInAll = lanes.reduce((sum, lane) => sum + own(lane).length, 0);
  for (const lane of lanes) rows.push(...laneRows(story, split, lane, own(lane), rowsInAll <= mostBranchRows, spot));
  return rows;
}

function laneRows(
  story: Story,
  split: TimelineRow,
  lane: BranchLane,
  nodes: GraphNode[],
  beginsOpen: boolean,
  spot: Spot,
): TimelineRow[] {
  const path = `${split.key}:${lane.key}/`;
  const inner: Spot = { lane, depth: spot.depth + 1, path, parent: split.key };
  const [only] = nodes;
  if (only && nodes.length === 1) {
    const name = only.name || only.id;
    return nodeRows(story, only, inner, lane.label === only.id ? name : `${lane.label} · ${name}`);
  }
  const placed = laneWork(lane);
  const last = placed.at(-1);
  const bars = placed.map(({ bar }) => bar);
  const isOpen = isOpened(story, path, beginsOpen);
  const header: TimelineRow = {
    key: path,
    parent: split.key,
    kind: 'branch',
    node: last?.node ?? only?.id ?? split.node,
    visit: last?.bar.visit ?? null,
    label: lane.label,
    type: 'branch',
    status: statusOfBars(bars),
    depth: inner.depth,
    aside: 'branch',
    bars,
    rounds: noBars,
    failure: null,
    group: { holds: 'Steps', isOpen, counts: '' },
  };
  if (!isOpen) return [header];
  const below = { ...inner, depth: inner.depth + 1, parent: path };
  return [header, ...nodes.flatMap((node) => nodeRows(story, node, below))];
}

/**
 * Whether the address points at this row: at its visit, or at its node when it names no visit. A folded branch stands for
 * what it shows last, and a row of a branch that has not begun for no visit.
 */
export function isAt(row: TimelineRow, place: { node: string | null; visit: number | null }): boolean {
  if (row.kind === 'call' || row.node !== place.node) return false;
  if (row.kind === 'branch') return row.group?.isOpen === false && row.visit === place.visit;
  if (row.visit === null) return row.bars.length > 0 || place.visit === null;
  return place.visit === null || row.bars.some(({ visit }) => visit === place.visit);
}

export type RowFilter = { text: string; errorsOnly: boolean };

export function isShown(row: TimelineRow, filter: RowFilter): boolean {
  const text = filter.text.trim().toLowerCase();
  const hasError = row.status === 'failed' || row.bars.some(({ kind }) => kind === 'failed' || kind === 'interrupted');
  if (filter.errorsOnly && !hasError) return false;
  return !text || `${row.node} ${row.label} ${row.type}`.toLowerCase().includes(text);
}
