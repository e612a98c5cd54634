import { roundFailures, roundsAround } from '#lib/engine/view/loop-rounds.ts';
import type { Bar, Timeline } from '#lib/engine/view/timeline.ts';
import type { Graph, GraphNode } from '#lib/workflow/graph.ts';
import type { Naming } from '../naming.ts';
import type { RunUrl } from '../use-run-url.ts';

type Props = { node: GraphNode; graph: Graph; timeline: Timeline; bars: readonly Bar[]; naming: Naming; url: RunUrl };

/** The rounds of a loop; for a node inside one, in which round it was visited. */
export function LoopFacts({ node, graph, timeline, bars, naming, url }: Props) {
  const last = bars.at(-1);
  if (node.traits.rounds) {
    const rounds = timeline.tracks[node.id]?.rounds ?? [];
    const [failure] = roundFailures(graph, timeline, node);
    const place = failure && { node: failure.node, visit: failure.visit };
    return (
      <>
        <dt>Rounds</dt>
        <dd className="tabular-nums">
          {rounds.at(-1)?.visit ?? 0} <span className="text-faint">of at most {node.traits.rounds.most}</span>
        </dd>
        {failure && place && (
          <>
            <dt>First failure</dt>
            <dd>
              <a href={url.hrefTo(place)} onClick={url.follow(place)} className="text-accent hover:underline">
                Round {failure.round.visit}, {naming.node(failure.node)}
              </a>
            </dd>
          </>
        )}
      </>
    );
  }
  return (last ? roundsAround(timeline, last) : []).map(({ loop, round }) => (
    <div key={loop} className="contents [&>dt]:text-mute">
      <dt>Round</dt>
      <dd className="tabular-nums">
        {round.lastVisit ? `${round.visit} to ${round.lastVisit}` : round.visit}{' '}
        <span className="text-faint">
          of {naming.node(loop)}
          {!round.lastVisit && ` (loop.index ${round.visit - 1})`}
        </span>
      </dd>
    </div>
  ));
}
