'use client';
// For somebody who is asked and may see nothing else of the run: the question, what it shows, and the answer.
import { type ReactNode, useState } from 'react';
import { Callout } from '#app/_components/ui/callout.tsx';
import { Panel } from '#app/_components/ui/panel.tsx';
import { paths } from '#lib/paths.ts';
import type { ArtifactView, GateView } from '#lib/runs/views.ts';
import { GateEvidence } from './gate-evidence.tsx';
import { GateForm } from './gate-form.tsx';
import type { GateMessages } from './gate-message.tsx';
import { GateVotes } from './gate-votes.tsx';

export function AskedGates({
  gates,
  artifacts,
  messages,
}: {
  gates: GateView[];
  artifacts: ArtifactView[];
  messages: GateMessages;
}) {
  return (
    <div className="flex max-w-[760px] flex-col gap-4 p-5 phone:p-4">
      {gates.map((gate) => (
        <AskedGate key={gate.id} gate={gate} message={messages[gate.id]} artifacts={artifacts} />
      ))}
    </div>
  );
}

type Props = { gate: GateView; message: ReactNode; artifacts: ArtifactView[] };

function AskedGate({ gate, message, artifacts }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isAnswered, setIsAnswered] = useState(false);
  const openImage = (id: string) => window.open(paths.api.artifact(gate.run, id), '_blank', 'noopener');
  return (
    <Panel data-gate={isAnswered ? 'settled' : 'open'} aria-label="Needs you">
      <div className="flex flex-col gap-3 px-4 py-3">
        {message}
        <GateVotes gate={gate} startedBy="" />
        <GateEvidence gate={gate} artifacts={artifacts} onOpenImage={openImage} />
        {isAnswered ? (
          <Callout variant="neutral">Your answer was taken. The run goes on.</Callout>
        ) : (
          <GateForm
            gate={gate}
            hasKeys={false}
            canOverride={false}
            refusal={refusal}
            onRefusal={setRefusal}
            onAnswered={() => setIsAnswered(true)}
            aside={null}
          />
        )}
      </div>
    </Panel>
  );
}
