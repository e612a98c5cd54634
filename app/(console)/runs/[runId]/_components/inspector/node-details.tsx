'use client';
import { RotateCcw } from 'lucide-react';
import { gateTitle } from '#app/_components/gate-title.ts';
import { gateTopic } from '#app/_components/gate-words.ts';
import { StatusPill } from '#app/_components/status.tsx';
import { RelativeTime } from '#app/_components/time.tsx';
import { ButtonLink } from '#app/_components/ui/button-link.tsx';
import { CodeBlock } from '#app/_components/ui/code-block.tsx';
import type { RunEvent } from '#lib/engine/events.ts';
import type { NodeState } from '#lib/engine/state.ts';
import { standingOf } from '#lib/engine/view/node-standing.ts';
import type { RunView } from '#lib/engine/view/run-view.ts';
import type { Bar } from '#lib/engine/view/timeline.ts';
import { statusOfBars } from '#lib/engine/view/timeline-lanes.ts';
import { visitFacts } from '#lib/engine/view/visit-facts.ts';
import { paths } from '#lib/paths.ts';
import type { GateView } from '#lib/runs/views.ts';
import type { Graph, GraphNode } from '#lib/workflow/graph.ts';
import { ArtifactChip } from '../artifacts/artifact-chip.tsx';
import { inlineUrl, isImage } from '../artifacts/artifact-kind.ts';
import { GateOutcome } from '../gate/gate-outcome.tsx';
import { GateVotes } from '../gate/gate-votes.tsx';
import { JsonTree } from '../json-tree.tsx';
import type { Naming } from '../naming.ts';
import type { RunUrl } from '../use-run-url.ts';
import { AttemptList } from './attempt-list.tsx';
import { CheckList } from './check-list.tsx';
import { DetailsSection, Facts, Took } from './details-section.tsx';
import { LoopFacts } from './loop-facts.tsx';
import { ModelSection } from './model-section.tsx';
import { NodeFindings } from './node-findings.tsx';
import { NodeStreams } from './node-streams.tsx';
import { NodeWaits } from './node-waits.tsx';
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
  /** What the page was drawn from: events that may be older than the view's own. */
  earlier: readonly RunEvent[];
  url: RunUrl;
  onOpenImage: (id: string) => void;
}) {
  const known = view.state.nodes[node.id];
  const allBars = view.timeline.tracks[node.id]?.bars ?? [];
  const visit = allBars.some((bar) => bar.visit === url.visit) ? url.visit : null;
  const isHere = (one: { node?: string; visit?: number }) =>
    one.node === node.id && (visit === null || one.visit === visit);
  const chosen = visit === null ? undefined : visitFacts(eventsUpTo(view, earlier), node.id, visit);
  const facts = visit === null ? view.facts[node.id] : chosen;
  const gates = view.gates.filter((gate) => isHere(gate) && (gate.answer || gate.votes?.length));
  const artifacts = view.artifacts.filter(isHere);
  const bars = visit === null ? allBars : allBars.filter((bar) => bar.visit === visit);
  const output = visit === null ? view.state.outputs[node.id] : chosen?.output;
  const times = visit === null ? timesOfNode(known) : timesOfBars(bars);
  return (
    <div className="pb-8">
      <header className="px-4 pt-4 pb-3">
        <h2 className="truncate pr-9 font-semibold text-base">{node.name || node.id}</h2>
        <p className="mt-1.5 flex items-center gap-2 text-mute text-xs">
          <StatusPill status={visit === null ? standingOf(view.state, node.id) : statusOfBars(bars)} />
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
      <VisitChooser node={node} bars={allBars} visit={visit} naming={naming} url={url} />
      <div className="px-4 pb-3.5">
        <Facts>
          {node.name !== node.id && (
            <>
              <dt>Id</dt>
              <dd className="font-mono text-xs/5">{node.id}</dd>
            </>
          )}
          {times ? (
            <>
              <dt>Started</dt>
              <dd>
                <RelativeTime at={times.from} />
              </dd>
              <dt>{times.to ? 'Took' : 'For'}</dt>
              <dd>
                <Took from={times.from} to={times.to ?? view.state.ended_at} />
              </dd>
              <dt>Visits</dt>
              <dd className="tabular-nums">{known?.visits ?? 0}</dd>
              <dt>Attempts</dt>
              <dd className="tabular-nums">
                {visit === null ? (known?.attempts ?? 0) : (bars.at(-1)?.attempt ?? 1)}
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
              <dd title={facts.cameFrom}>{naming.node(facts.cameFrom)}</dd>
            </>
          )}
          <LoopFacts node={node} graph={graph} timeline={view.timeline} bars={bars} naming={naming} url={url} />
        </Facts>
      </div>
      <NodeWaits node={node.id} state={view.state} bars={bars} />
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
        <DetailsSection key={gate.id} heading={answerHeading(gate)}>
          <p className="mb-1 text-mute text-sm">{gateTitle(gate.message)}</p>
          <GateVotes gate={gate} startedBy={view.state.started_by} />
          {gate.status !== 'open' && <GateOutcome gate={gate} />}
          {gate.answer && Object.keys(gate.answer.values).length > 0 && (
            <div className="mt-2">
              <JsonTree value={gate.answer.values} />
            </div>
          )}
        </DetailsSection>
      ))}
      {facts?.models && <ModelSection use={facts.models} node={node} input={facts.input} output={output} />}
      <CheckList checks={view.state.checks?.[node.id] ?? []} />
      <NodeFindings events={view.events.filter(isHere)} naming={naming} />
      <NodeStreams
        events={visit === null ? view.events : view.events.filter(isHere)}
        node={node.id}
        isRunning={known?.status === 'running'}
      />
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

/** All that the page holds, up to the moment that is looked at. */
function eventsUpTo({ events, state }: RunView, earlier: readonly RunEvent[]): RunEvent[] {
  return [...earlier, ...events].filter(({ seq }) => seq <= state.seq);
}

type Times = { from: string; to: string | null };

function timesOfNode(known: NodeState | undefined): Times | null {
  return known?.started_at ? { from: known.started_at, to: known.ended_at } : null;
}

function timesOfBars(bars: readonly Bar[]): Times | null {
  const [first, last] = [bars[0], bars.at(-1)];
  const iso = (at: number) => new Date(at).toISOString();
  return first && last ? { from: iso(first.start), to: last.end === null ? null : iso(last.end) } : null;
}

function answerHeading(gate: GateView): string {
  if (gate.status === 'open') return 'Votes';
  return gate.purpose === 'node' ? 'Answer' : `Answer (${gateTopic(gate)})`;
}
