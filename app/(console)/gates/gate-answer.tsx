'use client';
// A question of the inbox, unfolded: the same parts as on the page of its run, for whoever may see the run or only this.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { GateDetail, InboxGate } from '#lib/runs/views.ts';
import { gateQuery } from '../../_client/queries.ts';
import { gateHint, isWide } from '../../_components/gate-words.ts';
import { Button } from '../../_components/ui/button.tsx';
import { Callout } from '../../_components/ui/callout.tsx';
import { classNames } from '../../_components/ui/class-names.ts';
import { GateEvidence } from '../runs/[runId]/_components/gate/gate-evidence.tsx';
import { GateForm } from '../runs/[runId]/_components/gate/gate-form.tsx';
import { GateHolder, type Viewer } from '../runs/[runId]/_components/gate/gate-holder.tsx';
import { GateMessage } from '../runs/[runId]/_components/gate/gate-message.tsx';
import { GateOutcome } from '../runs/[runId]/_components/gate/gate-outcome.tsx';
import { GateVotes } from '../runs/[runId]/_components/gate/gate-votes.tsx';
import { useShareGate } from '../runs/[runId]/_components/gate/share-gate.tsx';

type Props = {
  gate: InboxGate;
  /** What the server has read of it already. */
  unfolded: GateDetail | undefined;
  viewer: Viewer;
  onAnswered: (option: string) => void;
};

export function GateAnswer({ gate, unfolded, viewer, onAnswered }: Props) {
  const { data, error, refetch } = useQuery({ ...gateQuery(gate.run, gate.id), initialData: unfolded });
  return (
    <div className="border-line-soft border-t px-4 pt-3 pb-4">
      {data ? (
        <Unfolded gate={data} nodeName={gate.node_name} viewer={viewer} onAnswered={onAnswered} />
      ) : error ? (
        <Callout variant="failed" role="alert">
          This gate could not be read. <Button onClick={() => refetch()}>Try again</Button>
        </Callout>
      ) : (
        <p role="status" className="text-mute text-sm">
          Reading what it asks…
        </p>
      )}
    </div>
  );
}

type UnfoldedProps = { gate: GateDetail; nodeName: string; viewer: Viewer; onAnswered: (option: string) => void };

function Unfolded({ gate, nodeName, viewer, onAnswered }: UnfoldedProps) {
  // Kept here: the list may learn of another answer before this one is refused.
  const [refusal, setRefusal] = useState<string | null>(null);
  const isAlone = viewer.people.length < 2;
  const share = useShareGate(gate);
  const openImage = (id: string) => window.open(paths.api.artifact(gate.run, id), '_blank', 'noopener');
  const hint = gateHint(gate);
  if (gate.status !== 'open') {
    return (
      <div className="flex flex-col gap-2">
        {refusal !== null && <Callout variant="failed">Your answer came too late and was not taken.</Callout>}
        <GateOutcome gate={gate} />
      </div>
    );
  }
  return (
    <div
      data-gate="open"
      className={classNames(
        'grid gap-x-8 gap-y-4 max-lg:grid-cols-1',
        isWide(gate) ? 'grid-cols-[minmax(0,1fr)_minmax(0,520px)]' : 'grid-cols-[minmax(0,1fr)_minmax(0,380px)]',
      )}
    >
      <div className="flex min-w-0 flex-col gap-2.5">
        <GateMessage message={gate.message} fallback={visibleText(nodeName)} />
        <GateVotes gate={gate} startedBy={gate.started_by} isAlone={isAlone} />
        <GateHolder gate={gate} viewer={viewer} />
        {hint && <p className="max-w-prose text-mute text-sm">{hint}</p>}
        <GateEvidence gate={gate} artifacts={gate.artifacts} onOpenImage={openImage} />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        {gate.refused && <Callout>{gate.refused.message}.</Callout>}
        {(!gate.refused || gate.refused.override) && (
          <GateForm
            gate={gate}
            hasKeys
            canOverride={viewer.canOverride && !isAlone}
            refusal={refusal}
            onRefusal={setRefusal}
            onAnswered={onAnswered}
            aside={share.button}
          />
        )}
      </div>
      {share.dialog}
    </div>
  );
}
