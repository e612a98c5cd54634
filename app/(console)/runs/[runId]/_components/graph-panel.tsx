'use client';
// The graph with the run on it: status on the nodes, the ways that were taken solid. On a phone a list says the same.
import { useMemo } from 'react';
import { graphEdges, type WrittenEdge } from '#app/_components/graph-edges.ts';
import { layoutGraph } from '#app/_components/graph-layout.ts';
import { lookOf, StatusIcon } from '#app/_components/status.tsx';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { RunState } from '#lib/engine/state.ts';
import { type Timeline, wayKey } from '#lib/engine/timeline.ts';
import type { Graph, GraphNode } from '#lib/workflow/graph.ts';
import { GraphEdgeLine, GraphMarkers } from './graph-edge.tsx';
import { GraphNodeLink } from './graph-node.tsx';
import type { RunUrl } from './use-run-url.ts';

type Props = { graph: Graph; state: RunState; timeline: Timeline; url: RunUrl };

/** Smaller than this share of its size the text could not be read: then the drawing scrolls. */
const smallest = 0.75;

export function GraphPanel({ graph, state, timeline, url }: Props) {
  const layout = useMemo(
    () =>
      layoutGraph(
        graph.nodes.map(({ id }) => id),
        graphEdges(graph),
      ),
    [graph],
  );
  // Branches are joined where they were walked and the fork went on.
  const isTaken = ({ from, to, joins }: WrittenEdge) =>
    joins
      ? timeline.taken[wayKey(joins, to)] !== undefined && (state.nodes[from]?.visits ?? 0) > 0
      : timeline.taken[wayKey(from, to)] !== undefined;
  const statusOf = ({ id }: GraphNode) => state.nodes[id]?.status ?? 'pending';
  return (
    <section aria-label="Graph" className="min-w-0 flex-1">
      <div className="overflow-auto p-3 phone:hidden">
        <svg
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          className="h-auto w-full"
          style={{ minWidth: layout.width * smallest, maxWidth: layout.width }}
          aria-label={`${graph.nodes.length} nodes`}
        >
          <GraphMarkers />
          {layout.edges
            .toSorted((a, b) => Number(isTaken(a)) - Number(isTaken(b)))
            .map((edge) => (
              <GraphEdgeLine key={`${edge.from} ${edge.to}`} edge={edge} isTaken={isTaken(edge)} />
            ))}
          {graph.nodes.map((node) => {
            const place = layout.nodes.find(({ id }) => id === node.id);
            return (
              place && (
                <GraphNodeLink
                  key={node.id}
                  node={node}
                  place={place}
                  status={statusOf(node)}
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
      <ol className="hidden phone:block">
        {graph.nodes.map((node) => (
          <li key={node.id} className="border-line-soft border-b">
            <a
              href={url.hrefTo({ node: node.id })}
              onClick={url.follow({ node: node.id })}
              className={classNames(
                'flex h-11 items-center gap-2 px-4 text-sm',
                url.node === node.id && 'bg-accent-soft',
              )}
            >
              <StatusIcon status={statusOf(node)} />
              <span className="truncate">{node.name || node.id}</span>
              <span className="ml-auto shrink-0 text-faint text-xs">
                {node.type} · {lookOf(statusOf(node)).label.toLowerCase()}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
