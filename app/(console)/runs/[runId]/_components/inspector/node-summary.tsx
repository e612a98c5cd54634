import { RelativeTime } from '#app/_components/time.tsx';
import type { NodeView } from '#lib/engine/view/node-view.ts';
import type { Timeline } from '#lib/engine/view/timeline.ts';
import type { Graph, GraphNode } from '#lib/workflow/graph.ts';
import type { Naming } from '../naming.ts';
import type { RunUrl } from '../use-run-url.ts';
import { Facts, Took } from './details-section.tsx';
import { LoopFacts } from './loop-facts.tsx';

/** When the node was reached, how often, from where and in which round. */
export function NodeSummary({
  node,
  shown,
  endedAt,
  graph,
  timeline,
  naming,
  url,
}: {
  node: GraphNode;
  shown: NodeView;
  endedAt: string | null;
  graph: Graph;
  timeline: Timeline;
  naming: Naming;
  url: RunUrl;
}) {
  const cameFrom = shown.facts?.cameFrom;
  return (
    <div className="px-4 pb-3.5">
      <Facts>
        {node.name !== node.id && (
          <>
            <dt>Id</dt>
            <dd className="font-mono text-xs/5">{node.id}</dd>
          </>
        )}
        <VisitTimes shown={shown} endedAt={endedAt} mostAttempts={node.retry.attempts} />
        {cameFrom && (
          <>
            <dt>Came from</dt>
            <dd title={cameFrom}>{naming.node(cameFrom)}</dd>
          </>
        )}
        <LoopFacts node={node} graph={graph} timeline={timeline} bars={shown.bars} naming={naming} url={url} />
      </Facts>
    </div>
  );
}

function VisitTimes({
  shown: { times, visits, attempts },
  endedAt,
  mostAttempts,
}: {
  shown: NodeView;
  endedAt: string | null;
  mostAttempts: number;
}) {
  if (!times) {
    return (
      <>
        <dt>Reached</dt>
        <dd className="text-mute">Not yet</dd>
      </>
    );
  }
  return (
    <>
      <dt>Started</dt>
      <dd>
        <RelativeTime at={times.from} />
      </dd>
      <dt>{times.to ? 'Took' : 'For'}</dt>
      <dd>
        <Took from={times.from} to={times.to ?? endedAt} />
      </dd>
      <dt>Visits</dt>
      <dd className="tabular-nums">{visits}</dd>
      <dt>Attempts</dt>
      <dd className="tabular-nums">
        {attempts}
        {mostAttempts > 1 && <span className="text-faint"> (up to {mostAttempts} a visit)</span>}
      </dd>
    </>
  );
}
