'use client';
// The graph with the run on it: status on the nodes, the ways that were taken solid. On a phone a list says the same.
import { useMemo } from 'react';
import { graphEdges, type WrittenEdge } from '#app/_components/graph-edges.ts';
import { layoutGraph } from '#app/_components/graph-layout.ts';
import type { RunState } from '#lib/engine/state.ts';
import { standingOf } from '#lib/engine/view/node-standing.ts';
import { type Timeline, wayKey } from '#lib/engine/view/timeline.ts';
import type { Graph } from '#lib/workflow/graph.ts';
import type { Naming } from '../naming.ts';
import type { RunUrl } from '../use-run-url.ts';
import { GraphEdgeLine, GraphMarkers } from './graph-edge.tsx';
import { GraphList } from './graph-list.tsx';
import { GraphNodeLink } from './graph-node.tsx';

type Props = { graph: Graph; state: RunState; timeline: Timeline; naming: Naming; url: RunUrl };

/** Smaller than this share of its size the text could not be read: then the drawing scrolls. */
const smallest = 0.8;
/** What stands above the drawing on a page without a gate. */
const above = '150px';

export function GraphPanel({ graph, state, timeline, naming, url }: Props) {
  const layout = useMemo(
    () =>
      layoutGraph(
        graph.nodes.map(({ id }) => id),
        graphEdges(graph),
      ),
    [graph],
  );
  // Branches are joined where they were walked to their end and the split went on.
  const isTaken = ({ from, to, joins }: WrittenEdge) =>
    joins
      ? timeline.taken[wayKey(joins, to)] !== undefined && isWalked(state, from)
      : timeline.taken[wayKey(from, to)] !== undefined;
  const { width, height } = layout;
  return (
    <section aria-label="Graph" className="min-w-0 flex-1">
      <div className="overflow-auto p-3 phone:hidden">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          className="mx-auto block h-auto"
          style={{
            width: `clamp(${width * smallest}px, min(100%, (100dvh - ${above}) * ${width / height}), ${width}px)`,
          }}
          aria-label={`${graph.nodes.length} nodes`}
        >
          <GraphMarkers />
          {layout.edges
            .toSorted((a, b) => Number(isTaken(a)) - Number(isTaken(b)))
            .map((edge) => (
              <GraphEdgeLine key={`${edge.from} ${edge.to}`} edge={edge} naming={naming} isTaken={isTaken(edge)} />
            ))}
          {graph.nodes.map((node) => {
            const place = layout.nodes.find(({ id }) => id === node.id);
            return (
              place && (
                <GraphNodeLink
                  key={node.id}
                  node={node}
                  place={place}
                  status={standingOf(state, node.id)}
                  rounds={timeline.tracks[node.id]?.rounds.at(-1)?.visit ?? 0}
                  visits={state.nodes[node.id]?.visits ?? 0}
                  isSelected={url.node === node.id}
                  url={url}
                />
              )
            );
          })}
        </svg>
      </div>
      <GraphList graph={graph} state={state} isTaken={isTaken} naming={naming} url={url} />
    </section>
  );
}

function isWalked({ nodes }: RunState, id: string): boolean {
  const known = nodes[id];
  return known !== undefined && known.visits > 0 && known.status !== 'cancelled';
}
