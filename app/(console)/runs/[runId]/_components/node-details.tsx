'use client';
import { RotateCcw } from 'lucide-react';
import type { RunView } from '#app/_client/run-view.ts';
import { StatusPill } from '#app/_components/status.tsx';
import { RelativeTime } from '#app/_components/time.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import { paths } from '#lib/paths.ts';
import type { GraphNode } from '#lib/workflow/graph.ts';
import { ArtifactChip } from './artifact-chip.tsx';
import { inlineUrl, isImage } from './artifact-kind.ts';
import { AttemptList } from './attempt-list.tsx';
import { DetailsSection, Facts, Took } from './details-section.tsx';
import { firstLine } from './gate-message.tsx';
import { GateOutcome } from './gate-outcome.tsx';
import { JsonTree } from './json-tree.tsx';
import { NodeStreams } from './node-streams.tsx';

/** Everything known of one node, newest visit first where it matters. */
export function NodeDetails({
  node,
  view,
  onOpenImage,
}: {
  node: GraphNode;
  view: RunView;
  onOpenImage: (id: string) => void;
}) {
  const known = view.state.nodes[node.id];
  const facts = view.facts[node.id];
  const gates = view.gates.filter((gate) => gate.node === node.id && gate.answer);
  const artifacts = view.artifacts.filter((artifact) => artifact.node === node.id);
  const bars = view.timeline.tracks[node.id]?.bars ?? [];
  const output = view.state.outputs[node.id];
  return (
    <div className="pb-8">
      <header className="px-4 pt-4 pb-3">
        <h2 className="truncate pr-9 font-semibold text-base">{node.name || node.id}</h2>
        <p className="mt-1.5 flex items-center gap-2 text-mute text-xs">
          <StatusPill status={known?.status ?? 'pending'} />
          {node.type}
        </p>
        {node.description && <p className="mt-2 text-mute text-sm">{node.description}</p>}
        <ButtonLink
          href={paths.runPlan(view.state.run, 'restart', { node: node.id })}
          size="sm"
          className="mt-2.5"
          title="Shows first what would run again"
        >
          <RotateCcw aria-hidden />
          Restart from here
        </ButtonLink>
      </header>
      <div className="px-4 pb-3.5">
        <Facts>
          {node.name !== node.id && (
            <>
              <dt>Id</dt>
              <dd className="font-mono text-xs/5">{node.id}</dd>
            </>
          )}
          {known?.started_at ? (
            <>
              <dt>Started</dt>
              <dd>
                <RelativeTime at={known.started_at} />
              </dd>
              <dt>{known.ended_at ? 'Took' : 'For'}</dt>
              <dd>
                <Took from={known.started_at} to={known.ended_at ?? view.state.ended_at} />
              </dd>
              <dt>Visits</dt>
              <dd className="tabular-nums">{known.visits}</dd>
              <dt>Attempts</dt>
              <dd className="tabular-nums">
                {known.attempts}
                {node.retry.attempts > 1 && <span className="text-faint"> (up to {node.retry.attempts} a visit)</span>}
              </dd>
            </>
          ) : (
            <>
              <dt>Reached</dt>
              <dd className="text-mute">Not yet</dd>
            </>
          )}
          {facts?.cameFrom && (
            <>
              <dt>Came from</dt>
              <dd>{facts.cameFrom}</dd>
            </>
          )}
        </Facts>
      </div>
      {facts?.error && (
        <DetailsSection heading="Error" aside={facts.error.code}>
          <CodeBlock label="Error" className="border-failed/35! bg-failed-soft!">
            {facts.error.message}
          </CodeBlock>
          {facts.error.details !== undefined && facts.error.details !== null && (
            <div className="mt-2">
              <JsonTree value={facts.error.details} />
            </div>
          )}
        </DetailsSection>
      )}
      {gates.map((gate) => (
        <DetailsSection key={gate.id} heading={gate.purpose === 'node' ? 'Answer' : `Answer (${gate.purpose})`}>
          <p className="mb-1 text-mute text-sm">{firstLine(gate.message)}</p>
          <GateOutcome gate={gate} />
          {gate.answer && Object.keys(gate.answer.values).length > 0 && (
            <div className="mt-2">
              <JsonTree value={gate.answer.values} />
            </div>
          )}
        </DetailsSection>
      ))}
      <NodeStreams events={view.events} node={node.id} isRunning={known?.status === 'running'} />
      {output !== undefined && output !== null && (
        <DetailsSection heading="Output">
          <JsonTree value={output} />
        </DetailsSection>
      )}
      {facts?.input !== undefined && (
        <DetailsSection heading="Input">
          <JsonTree value={facts.input} />
        </DetailsSection>
      )}
      {artifacts.length > 0 && (
        <DetailsSection heading="Artifacts" aside={artifacts.length}>
          <div className="flex flex-wrap gap-2">
            {artifacts.map((artifact) => (
              <ArtifactChip
                key={artifact.id}
                runId={view.state.run}
                artifact={artifact}
                onOpen={() =>
                  isImage(artifact.type)
                    ? onOpenImage(artifact.id)
                    : window.open(inlineUrl(view.state.run, artifact.id), '_blank', 'noopener')
                }
              />
            ))}
          </div>
        </DetailsSection>
      )}
      {bars.length > 0 && (
        <DetailsSection heading="Attempts" aside={bars.length}>
          <AttemptList bars={bars} />
        </DetailsSection>
      )}
    </div>
  );
}
