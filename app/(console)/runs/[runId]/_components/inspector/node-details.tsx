'use client';
import { useMemo } from 'react';
import type { RunEvent } from '#lib/engine/events.ts';
import { nodeView } from '#lib/engine/view/node-view.ts';
import type { RunView } from '#lib/engine/view/run-view.ts';
import type { Graph, GraphNode } from '#lib/workflow/graph.ts';
import type { Naming } from '../naming.ts';
import type { RunUrl } from '../use-run-url.ts';
import { AnswerSections } from './answer-sections.tsx';
import { ArtifactSection } from './artifact-section.tsx';
import { AttemptList } from './attempt-list.tsx';
import { CheckList } from './check-list.tsx';
import { ErrorSection, printedIn } from './error-section.tsx';
import { ModelSection } from './model-section.tsx';
import { NodeFindings } from './node-findings.tsx';
import { NodeHeader } from './node-header.tsx';
import { NodeStreams } from './node-streams.tsx';
import { NodeSummary } from './node-summary.tsx';
import { NodeWaits } from './node-waits.tsx';
import { useVisitEvents } from './use-visit-events.ts';
import { ValueSection } from './value-section.tsx';
import { VisitChooser } from './visit-chooser.tsx';

/** Everything known of one node, newest visit first where it matters. */
export function NodeDetails({
  node,
  view,
  graph,
  naming,
  earlier,
  url,
  onOpenImage,
}: {
  node: GraphNode;
  view: RunView;
  graph: Graph;
  naming: Naming;
  /** Those of the visit in the address that the page came with. */
  earlier: RunEvent[];
  url: RunUrl;
  onOpenImage: (id: string) => void;
}) {
  const { state, timeline } = view;
  const older = useVisitEvents(view, { node: node.id, visit: url.visit }, earlier);
  const shown = useMemo(() => nodeView(view, node.id, url.visit, older), [view, node.id, url.visit, older]);
  const { bars, facts, output, events } = shown;
  return (
    <div className="pb-8">
      <NodeHeader node={node} runId={state.run} standing={shown.standing} url={url} />
      <VisitChooser node={node} bars={shown.allBars} visit={shown.visit} naming={naming} url={url} />
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
      {facts?.models && <ModelSection use={facts.models} node={node} input={facts.input} output={output} />}
      <CheckList checks={state.checks?.[node.id] ?? []} />
      <NodeFindings events={events} naming={naming} />
      {printedIn(facts?.error ?? null).length === 0 && (
        <NodeStreams events={events} node={node.id} isRunning={state.nodes[node.id]?.status === 'running'} />
      )}
      <ValueSection heading="Output" value={output ?? undefined} />
      <ValueSection heading="Input" value={facts?.input} />
      <ArtifactSection runId={state.run} artifacts={shown.artifacts} onOpenImage={onOpenImage} />
      <AttemptList bars={bars} attempts={shown.attempts} />
    </div>
  );
}
