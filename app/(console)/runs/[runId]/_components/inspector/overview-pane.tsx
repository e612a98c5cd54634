import type { NodeView } from '#lib/engine/view/node-view.ts';
import type { RunView } from '#lib/engine/view/run-view.ts';
import type { Graph, GraphNode } from '#lib/workflow/graph.ts';
import type { Naming } from '../naming.ts';
import type { RunUrl } from '../use-run-url.ts';
import { AnswerSections } from './answer-sections.tsx';
import { ArtifactSection } from './artifact-section.tsx';
import { AttemptList } from './attempt-list.tsx';
import { CheckList } from './check-list.tsx';
import { ErrorSection } from './error-section.tsx';
import { ModelSection } from './model-section.tsx';
import { NodeFindings } from './node-findings.tsx';
import { NodeSummary } from './node-summary.tsx';
import { NodeWaits } from './node-waits.tsx';

type Props = {
  node: GraphNode;
  shown: NodeView;
  view: RunView;
  graph: Graph;
  naming: Naming;
  url: RunUrl;
  onOpenImage: (id: string) => void;
};

/** How it went: when, why it failed, who answered, what it cost, what it left behind. */
export function OverviewPane({ node, shown, view: { state, timeline }, graph, naming, url, onOpenImage }: Props) {
  const { bars, facts, output, events } = shown;
  return (
    <>
      <NodeSummary
        node={node}
        shown={shown}
        endedAt={state.ended_at}
        graph={graph}
        timeline={timeline}
        naming={naming}
        url={url}
      />
      <NodeWaits node={node.id} state={state} bars={bars} />
      <ErrorSection error={facts?.error ?? null} />
      <AnswerSections gates={shown.gates} startedBy={state.started_by} />
      {facts?.models && <ModelSection use={facts.models} node={node} output={output} />}
      <CheckList checks={state.checks?.[node.id] ?? []} />
      <NodeFindings events={events} naming={naming} />
      <ArtifactSection runId={state.run} artifacts={shown.artifacts} onOpenImage={onOpenImage} />
      <AttemptList runId={state.run} node={node.id} bars={bars} attempts={shown.attempts} url={url} />
    </>
  );
}
