'use client';
// The graph with the run on it: status on the nodes, the ways that were taken solid. On a phone a list says the same.
import { useMemo } from 'react';
import { drawnGraph } from '#app/_components/graph/drawn-graph.ts';
import type { WrittenEdge } from '#app/_components/graph/graph-edges.ts';
import type { DrawnNode } from '#app/_components/graph/graph-node.tsx';
import { GraphView } from '#app/_components/graph/graph-view.tsx';
import type { RunState } from '#lib/engine/state.ts';
import { roundFailures } from '#lib/engine/view/loop-rounds.ts';
import { type Standing, standingOf } from '#lib/engine/view/node-standing.ts';
import { type Timeline, wayKey } from '#lib/engine/view/timeline.ts';
import type { Graph, GraphNode } from '#lib/workflow/graph.ts';
import type { Naming } from '../naming.ts';
import type { RunUrl } from '../use-run-url.ts';
import { GraphList } from './graph-list.tsx';

type Props = { graph: Graph; state: RunState; timeline: Timeline; naming: Naming; url: RunUrl };

/** What stands above and below the drawing on a page without a gate. */
const room = 'max(360px, 100dvh - 236px)';
const mostRounds = 24;

export function GraphPanel({ graph, state, timeline, naming, url }: Props) {
  const layout = useMemo(() => drawnGraph(graph), [graph]);
  // Branches are joined where they were walked to their end and the split went on.
  const isTaken = ({ from, to, joins }: WrittenEdge) =>
    joins
      ? timeline.taken[wayKey(joins, to)] !== undefined && isWalked(state, from)
      : timeline.taken[wayKey(from, to)] !== undefined;
  const nodes = graph.nodes.map((node): DrawnNode => {
    const status = standingOf(state, node.id);
    const place = { node: node.id };
    return {
      node,
      status,
      aside: asideOf(node, state, timeline),
      rounds: roundsOf(graph, timeline, node, status),
      href: url.hrefTo(place),
      onClick: url.follow(place),
      isSelected: url.node === node.id,
    };
  });
  const working = state.active.filter(({ phase }) => phase !== 'split' && phase !== 'handed_over');
  const active = [...new Set(working.map(({ node }) => node))];
  const done = nodes.filter(({ status }) => status !== 'pending').length;
  return (
    <section aria-label="Graph" className="min-w-0 flex-1">
      <GraphView
        layout={layout}
        nodes={nodes}
        isTaken={isTaken}
        active={active}
        opening={url.node ?? graph.start}
        room={room}
        aside={`${done} of ${nodes.length} nodes reached`}
        isMain
      />
      <GraphList graph={graph} state={state} isTaken={isTaken} naming={naming} url={url} />
    </section>
  );
}

function asideOf({ id, traits }: GraphNode, state: RunState, timeline: Timeline): string | null {
  const rounds = timeline.tracks[id]?.rounds.at(-1)?.visit ?? 0;
  const visits = state.nodes[id]?.visits ?? 0;
  if (rounds > 0) return `round ${rounds} of ${traits.rounds?.most}`;
  return visits > 1 ? `× ${visits}` : null;
}

/** Each of the latest rounds: failed in it, still open, or over. */
function roundsOf(graph: Graph, timeline: Timeline, node: GraphNode, standing: Standing): Standing[] {
  const rounds = timeline.tracks[node.id]?.rounds.slice(-mostRounds) ?? [];
  if (rounds.length === 0) return [];
  const failed = new Set(roundFailures(graph, timeline, node).map(({ round }) => round.seq));
  return rounds.map(({ seq, end }) => (failed.has(seq) ? 'failed' : end === null ? standing : 'completed'));
}

function isWalked({ nodes }: RunState, id: string): boolean {
  const known = nodes[id];
  return known !== undefined && known.visits > 0 && known.status !== 'cancelled';
}
