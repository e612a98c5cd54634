import { graphEdges, type WrittenEdge } from '#app/_components/graph/graph-edges.ts';
import { lookOf, StatusIcon } from '#app/_components/status.tsx';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { RunState } from '#lib/engine/state.ts';
import { innermostSplits, splitBodies } from '#lib/engine/view/branch-bodies.ts';
import { standingOf } from '#lib/engine/view/node-standing.ts';
import type { Graph } from '#lib/workflow/graph.ts';
import type { Naming } from '../naming.ts';
import type { RunUrl } from '../use-run-url.ts';

type Props = {
  graph: Graph;
  state: RunState;
  isTaken: (edge: WrittenEdge) => boolean;
  naming: Naming;
  url: RunUrl;
};

/** The graph for a narrow screen: nodes in their written order, those of a split indented, each with where it leads. */
export function GraphList({ graph, state, isTaken, naming, url }: Props) {
  const inside = innermostSplits(splitBodies(graph));
  const edges = Map.groupBy(graphEdges(graph), ({ from }) => from);
  const depthOf = (id: string): number => {
    const split = inside.get(id);
    return split === undefined ? 0 : 1 + depthOf(split);
  };
  return (
    <ol className="hidden phone:block">
      {graph.nodes.map((node, index) => {
        const ways = edges.get(node.id) ?? [];
        const isPlain = ways.length === 1 && ways[0]?.to === graph.nodes[index + 1]?.id;
        const status = standingOf(state, node.id);
        return (
          <li key={node.id} className="border-line-soft border-b">
            <a
              href={url.hrefTo({ node: node.id })}
              onClick={url.follow({ node: node.id })}
              style={{ paddingLeft: `${16 + Math.min(depthOf(node.id), 4) * 18}px` }}
              className={classNames(
                'flex min-h-11 items-start gap-2 py-2.5 pr-4 text-sm',
                url.node === node.id && 'bg-accent-soft',
              )}
            >
              <StatusIcon status={status} className="mt-[3px]" />
              <span className="min-w-0 flex-1 break-words">
                {node.name || node.id}
                {!isPlain && ways.length > 0 && <Ways ways={ways} isTaken={isTaken} naming={naming} />}
              </span>
              <span className="shrink-0 text-faint text-xs/5">
                {node.type} · {lookOf(status).label.toLowerCase()}
              </span>
            </a>
          </li>
        );
      })}
    </ol>
  );
}

function Ways({
  ways,
  isTaken,
  naming,
}: {
  ways: WrittenEdge[];
  isTaken: (edge: WrittenEdge) => boolean;
  naming: Naming;
}) {
  return (
    <span className="mt-0.5 block text-mute text-xs">
      {ways.map((edge) => (
        <span key={edge.to} className={classNames('mr-2 inline-block', isTaken(edge) && 'font-semibold text-ink')}>
          {edge.words && <span className="text-faint">{edge.words} </span>}→ {naming.node(edge.to)}
          {isTaken(edge) && <span className="sr-only"> (taken)</span>}
        </span>
      ))}
    </span>
  );
}
