// What going back would mean, worked out before anything happens: what runs again, which answers stay, what was done
// outside since then and is not undone, where the run will stand and which data change.
import { noModels } from '../../nodes/contract/define-node.ts';
import { definitionOf } from '../../nodes/index.ts';
import { isSame } from '../../nodes/parts/is-same.ts';
import { findNode, type Graph } from '../../workflow/graph.ts';
import { reachableFrom } from '../../workflow/reach.ts';
import type { RunEvent } from '../events.ts';
import type { Position, RunState } from '../state.ts';
import type { TextChanges } from './text-changes.ts';

export type RewindPlan = {
  /** Nodes that have run and can be reached again, in written order. */
  runs_again: string[];
  answers: { node: string; gate: string; option: string; by: string; kept: boolean }[];
  not_undone: { node: string; visit: number; what: string }[];
  position: { node: string; how: 'enters' | 'goes on after' | 'goes on with' | 'waits for branches' }[];
  data_changes: { path: string; now: unknown; then: unknown }[];
  /** What another version of the text says that the run's own does not; only where the run is moved to one. */
  text?: TextChanges;
};

type Way = {
  graph: Graph;
  /** The text by which it has run, where it will go on by another. */
  before?: Graph | undefined;
  now: RunState;
  then: RunState;
  /** The event behind which outside effects are not undone. */
  since: number;
  /** The last event whose answers the data still hold. */
  answersUntil: number;
  /** The answers of the run, and what was started after `since`. */
  events: readonly RunEvent[];
};

const isDone = (phase: Position['phase']) => ['completed', 'skipped', 'handed_over'].includes(phase);

function reachedBy(graph: Graph, ways: string[]): Set<string> {
  return new Set(ways.flatMap((id) => [...reachableFrom(graph, id)]));
}

/** Where a position can still lead: itself when it is entered, what comes after it when it is done there. */
function reachedFrom(graph: Graph, { phase, node, split, background }: Position): Set<string> {
  const after = graph.successors[node] ?? [];
  // From the background nothing leads on.
  if (background) return new Set(phase === 'arriving' ? [node] : []);
  if (isDone(phase)) return reachedBy(graph, after);
  if (!split) return reachedBy(graph, [node]);
  const starts = split.branches.map(({ start }) => start);
  const waiting = split.branches.flatMap(({ start, status }) => (status === 'waiting' ? [start] : []));
  return reachedBy(graph, [...waiting, ...after.filter((id) => !starts.includes(id))]);
}

function howOf({ phase, split, background }: Position): RewindPlan['position'][number]['how'] {
  if (split) return 'waits for branches';
  if (background && phase !== 'arriving') return 'goes on with';
  return isDone(phase) ? 'goes on after' : 'enters';
}

function effectOf(graph: Graph, event: RunEvent): RewindPlan['not_undone'] {
  const node = event.type === 'node_started' ? findNode(graph, event.node ?? '') : undefined;
  if (!node || event.type !== 'node_started') return [];
  const sideResults = definitionOf(node.type)?.executes?.(event.data.input ?? node.fields, noModels) ?? [];
  return sideResults.length > 0 ? [{ node: node.id, visit: event.visit ?? 1, what: sideResults.join(', ') }] : [];
}

const parts = ['computed', 'flags', 'custom', 'user_responses', 'outputs'] as const;

function changesOf(now: RunState, then: RunState): RewindPlan['data_changes'] {
  return parts.flatMap((part) =>
    [...new Set([...Object.keys(now[part]), ...Object.keys(then[part])])].flatMap((name) => {
      const values = { now: now[part][name] ?? null, then: then[part][name] ?? null };
      return isSame(values.now, values.then) ? [] : [{ path: part === 'custom' ? name : `${part}.${name}`, ...values }];
    }),
  );
}

export function planRewind({ graph, before = graph, now, then, since, answersUntil, events }: Way): RewindPlan {
  const reached = new Set(then.active.flatMap((position) => [...reachedFrom(graph, position)]));
  const effects = events.filter(({ seq }) => seq > since).flatMap((event) => effectOf(before, event));
  return {
    runs_again: graph.nodes.flatMap(({ id }) => (reached.has(id) && (now.nodes[id]?.visits ?? 0) > 0 ? [id] : [])),
    answers: events.flatMap((event) => {
      if (event.type !== 'gate_answered' || event.data.answer.by === 'auto' || !event.node) return [];
      const { node } = event;
      const { option, by } = event.data.answer;
      return [{ node, gate: event.data.gate, option, by, kept: event.seq <= answersUntil && !reached.has(node) }];
    }),
    not_undone: effects.filter(
      (one, index) => index === effects.findIndex(({ node, visit }) => node === one.node && visit === one.visit),
    ),
    position: then.active.map((position) => ({ node: position.node, how: howOf(position) })),
    data_changes: changesOf(now, then),
  };
}
