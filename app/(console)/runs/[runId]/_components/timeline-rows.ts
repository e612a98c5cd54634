// Which rows the timeline has: a node in its written place, its tools under it, and under a fork its branches with what
// each of them walks. Rows never change their order.
import { type ForkBody, forkBodies, innermostForks } from '#app/_components/fork-bodies.ts';
import type { NodeStatus, RunState } from '#lib/engine/state.ts';
import type { Bar, Timeline } from '#lib/engine/timeline.ts';
import type { Graph, GraphNode } from '#lib/workflow/graph.ts';
import { type RoundFailure, roundFailures } from './loop-rounds.ts';
import { type BranchLane, countWords, laneBars, lanesOf, laneWork, statusOfBars } from './timeline-lanes.ts';

export type TimelineRow = {
  key: string;
  kind: 'node' | 'tool' | 'branch';
  node: string;
  /** The visit that a row inside a fork speaks of; null when it speaks of the node as a whole. */
  visit: number | null;
  label: string;
  type: string;
  status: NodeStatus;
  depth: number;
  visits: number;
  bars: readonly Bar[];
  /** The rounds of a loop, the failed ones marked. */
  rounds: readonly Bar[];
  /** Where the first failing round of a loop failed. */
  failure: RoundFailure | null;
  /** Rows below it that can be folded away. */
  group: { isOpen: boolean; counts: string } | null;
};

export type RowPlan = { graph: Graph; bodies: Map<string, ForkBody>; inside: Map<string, string> };
type Story = { plan: RowPlan; state: RunState; timeline: Timeline; toggled: ReadonlySet<string> };
/** Where a row stands: on which branch (null: on none), how deep, under which rows. */
type Spot = { lane: BranchLane | null; depth: number; path: string };

/** A fork with more branches than this begins folded. */
const mostBranches = 20;
const mostBranchRows = 24;
const noBars: readonly Bar[] = [];

export function rowPlan(graph: Graph): RowPlan {
  const bodies = forkBodies(graph);
  return { graph, bodies: new Map(bodies.map((body) => [body.fork, body])), inside: innermostForks(bodies) };
}

export function timelineRows(
  plan: RowPlan,
  state: RunState,
  timeline: Timeline,
  toggled: ReadonlySet<string>,
): TimelineRow[] {
  const story = { plan, state, timeline, toggled };
  const outside = plan.graph.nodes.filter(({ id }) => !plan.inside.has(id));
  return outside.flatMap((node) => nodeRows(story, node, { lane: null, depth: 0, path: '' }));
}

/** Tools known from the workflow stand there from the start, so that a call does not push the rows below it down. */
function toolsOf(node: GraphNode, timeline: Timeline): string[] {
  const { server, tool } = node.fields;
  const planned = typeof server === 'string' && typeof tool === 'string' ? [`${server}.${tool}`] : [];
  return [...new Set([...planned, ...Object.keys(timeline.tracks[node.id]?.tools ?? {})])];
}

function nodeRows(story: Story, node: GraphNode, spot: Spot, label?: string): TimelineRow[] {
  const track = story.timeline.tracks[node.id];
  const known = story.state.nodes[node.id];
  const { lane, depth, path } = spot;
  const bars = lane ? laneBars(lane, node.id) : (track?.bars ?? noBars);
  const common = {
    node: node.id,
    visit: lane ? (bars.at(-1)?.visit ?? null) : null,
    status: lane ? statusOfBars(bars) : (known?.status ?? 'pending'),
    visits: lane ? new Set(bars.map(({ visit }) => visit)).size : (known?.visits ?? 0),
    rounds: noBars,
    failure: null,
    group: null,
  } as const;
  const key = `${path}${node.id}`;
  const name = node.name || node.id;
  const row: TimelineRow = { ...common, key, kind: 'node', label: label ?? name, type: node.type, depth, bars };
  if (node.type === 'loop') {
    const failures = roundFailures(story.plan.graph, story.timeline, node);
    const failed = new Set(failures.map(({ round }) => round.seq));
    row.rounds = (track?.rounds ?? noBars)
      .filter(({ position }) => !lane || lane.positions.has(position))
      .map((round) => (failed.has(round.seq) ? { ...round, kind: 'failed' } : round));
    row.failure = failures.find(({ round }) => row.rounds.some(({ seq }) => seq === round.seq)) ?? null;
  }
  const visitsHere = new Set(bars.map(({ visit }) => visit));
  const tools = toolsOf(node, story.timeline).map((tool): TimelineRow => {
    const calls = track?.tools[tool] ?? noBars;
    const toolBars = lane ? calls.filter(({ visit }) => visitsHere.has(visit)) : calls;
    return {
      ...common,
      key: `${key} ${tool}`,
      kind: 'tool',
      label: tool,
      type: 'tool call',
      depth: depth + 1,
      bars: toolBars,
    };
  });
  const body = story.plan.bodies.get(node.id);
  return body ? forkRows(story, row, body, spot) : [row, ...tools];
}

/** Walks the branches of a fork; before it starts, what is known of them from the workflow. */
function forkRows(story: Story, fork: TimelineRow, body: ForkBody, spot: Spot): TimelineRow[] {
  const lanes = lanesOf(story.timeline, fork.bars, body);
  const own = (lane: BranchLane) =>
    story.plan.graph.nodes.filter(({ id }) => lane.nodes.has(id) && story.plan.inside.get(id) === body.fork);
  const isOpen = story.toggled.has(fork.key) !== lanes.length <= mostBranches;
  const counts = countWords(lanes.map((lane) => statusOfBars(laneWork(lane).map(({ bar }) => bar))));
  const rows: TimelineRow[] = [{ ...fork, group: { isOpen, counts } }];
  if (!isOpen) return rows;
  const rowsInAll = lanes.reduce((sum, lane) => sum + own(lane).length, 0);
  for (const lane of lanes) rows.push(...laneRows(story, fork, lane, own(lane), rowsInAll <= mostBranchRows, spot));
  return rows;
}

function laneRows(
  story: Story,
  fork: TimelineRow,
  lane: BranchLane,
  nodes: GraphNode[],
  beginsOpen: boolean,
  spot: Spot,
): TimelineRow[] {
  const path = `${fork.key}:${lane.key}/`;
  const inner: Spot = { lane, depth: spot.depth + 1, path };
  const [only] = nodes;
  if (only && nodes.length === 1) {
    const name = only.name || only.id;
    return nodeRows(story, only, inner, lane.label === only.id ? name : `${lane.label} · ${name}`);
  }
  const placed = laneWork(lane);
  const last = placed.at(-1);
  const bars = placed.map(({ bar }) => bar);
  const isOpen = story.toggled.has(path) !== beginsOpen;
  const header: TimelineRow = {
    key: path,
    kind: 'branch',
    node: last?.node ?? only?.id ?? fork.node,
    visit: last?.bar.visit ?? null,
    label: lane.label,
    type: 'branch',
    status: statusOfBars(bars),
    depth: inner.depth,
    visits: 0,
    bars,
    rounds: noBars,
    failure: null,
    group: { isOpen, counts: '' },
  };
  if (!isOpen) return [header];
  return [header, ...nodes.flatMap((node) => nodeRows(story, node, { ...inner, depth: inner.depth + 1 }))];
}

/** Whether the address points at this row: at its visit, or at its node when it names no visit. */
export function isAt(row: TimelineRow, place: { node: string | null; visit: number | null }): boolean {
  if (row.kind !== 'node' || row.node !== place.node) return false;
  return row.visit === null || place.visit === null || row.bars.some(({ visit }) => visit === place.visit);
}

export type RowFilter = { text: string; errorsOnly: boolean };

export function isShown(row: TimelineRow, filter: RowFilter): boolean {
  const text = filter.text.trim().toLowerCase();
  const hasError = row.status === 'failed' || row.bars.some(({ kind }) => kind === 'failed' || kind === 'interrupted');
  if (filter.errorsOnly && !hasError) return false;
  return !text || `${row.node} ${row.label} ${row.type}`.toLowerCase().includes(text);
}
