'use client';
import { type ReactNode, useState } from 'react';
// "Needs you": one open gate, what it is about, what to look at and the answer. When somebody else answers it while it
// is being read, one line stands where it stood and says so.
import { lazyPart } from '#app/_client/lazy-part.tsx';
import { gateTitle } from '#app/_components/gate-title.ts';
import { gateHint, gateTopic, isWide, optionLabel } from '#app/_components/gate-words.ts';
import { StatusIcon } from '#app/_components/status.tsx';
import { RelativeTime } from '#app/_components/time.tsx';
import { classNames } from '#app/_components/ui/class-names.ts';
import type { RunState } from '#lib/engine/state.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { ArtifactView, GateView } from '#lib/runs/views.ts';
import type { Graph } from '#lib/workflow/graph.ts';
import { GateEvidence } from './gate-evidence.tsx';
import { GateForm } from './gate-form.tsx';
import { GateHolder, type Viewer } from './gate-holder.tsx';
import { SettledGate } from './gate-outcome.tsx';
import { GateSubject } from './gate-subject.tsx';
import { GateVotes } from './gate-votes.tsx';
import { useShareGate } from './share-gate.tsx';

/** Its renderer is heavy: what the server has drawn does without. */
const GateMessage = lazyPart(() => import('./gate-message.tsx').then((module) => module.GateMessage));

export function GateCard({
  gate,
  message,
  graph,
  state,
  artifacts,
  viewer,
  hasKeys,
  onOpenImage,
  onAnswered,
  onDismiss,
}: {
  gate: GateView;
  /** As the server has drawn it. */
  message: ReactNode;
  graph: Graph;
  state: RunState;
  artifacts: ArtifactView[];
  viewer: Viewer;
  hasKeys: boolean;
  onOpenImage: (id: string) => void;
  onAnswered: (option: string) => void;
  onDismiss: () => void;
}) {
  // Kept here: the live page may learn of the other answer before it hears that this one was refused.
  const [refusal, setRefusal] = useState<string | null>(null);
  const share = useShareGate(gate);
  const nodeName = visibleText(graph.nodes.find(({ id }) => id === gate.node)?.name ?? gate.node);
  const hint = gateHint(gate);
  if (gate.status !== 'open') return <SettledGate gate={gate} isLate={refusal !== null} onDismiss={onDismiss} />;
  return (
    <section
      id={`gate-${gate.id}`}
      aria-label={`Needs you: ${gateTitle(gate.message)}`}
      data-gate="open"
      className="relative animate-arrive overflow-clip rounded-xl border border-waiting/45 bg-panel shadow-raised"
    >
      <span aria-hidden className="absolute inset-y-0 left-0 w-[3px] bg-waiting" />
      <div
        className={classNames(
          'grid gap-x-8 gap-y-4 px-5 py-4 max-lg:grid-cols-1 phone:px-4',
          isWide(gate) ? 'grid-cols-[minmax(0,1fr)_minmax(0,640px)]' : 'grid-cols-[minmax(0,1fr)_minmax(0,380px)]',
        )}
      >
        <div className="flex min-w-0 flex-col gap-2.5">
          <p className="flex flex-wrap items-center gap-x-1.5 text-mute text-xs">
            <StatusIcon status="waiting" />
            <span className="font-semibold text-waiting">Needs you</span>
            <span>
              · {nodeName} · {gateTopic(gate)} · <RelativeTime at={gate.opened_at} />
            </span>
            {gate.expires_at && (
              <span>
                · expires <RelativeTime at={gate.expires_at} />
                {gate.expires_then && ` with “${optionLabel(gate, gate.expires_then)}”`}
              </span>
            )}
          </p>
          {message ?? <GateMessage message={gate.message} fallback={nodeName} />}
          <GateVotes gate={gate} startedBy={state.started_by} isAlone={viewer.people.length < 2} />
          <GateHolder gate={gate} viewer={viewer} />
          <GateSubject gate={gate} state={state} />
          {hint && <p className="max-w-prose text-mute text-sm">{hint}</p>}
          {gate.purpose === 'failure' && (
            <p className="max-w-prose text-mute text-sm">
              Was it given the wrong thing? Restart it with{' '}
              <a className="underline" href={paths.runPlan(gate.run, 'restart', { node: gate.node })}>
                something else
              </a>
              . Is the file wrong? Correct it and{' '}
              <a className="underline" href={paths.runPlan(gate.run, 'move', { node: gate.node })}>
                move this run to its newest version
              </a>
              .
            </p>
          )}
          <GateEvidence gate={gate} artifacts={artifacts} onOpenImage={onOpenImage} />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <GateForm
            gate={gate}
            hasKeys={hasKeys}
            canOverride={viewer.canOverride && viewer.people.length > 1}
            refusal={refusal}
            onRefusal={setRefusal}
            onAnswered={onAnswered}
            aside={share.button}
          />
        </div>
      </div>
      {share.dialog}
    </section>
  );
}
