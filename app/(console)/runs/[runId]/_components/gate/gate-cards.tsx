'use client';
import { useState } from 'react';
import type { RunState } from '#lib/engine/state.ts';
import type { ArtifactView, GateView } from '#lib/runs/views.ts';
import type { Graph } from '#lib/workflow/graph.ts';
import { GateCard } from './gate-card.tsx';
import type { Viewer } from './gate-holder.tsx';
import type { GateMessages } from './gate-message.tsx';
import { OwnAnswer } from './gate-outcome.tsx';
import { useGateKeys } from './use-gate-keys.ts';

/** The open gates first, then those that closed while the reader had them on the screen. */
export function GateCards({
  gates,
  messages,
  ...props
}: {
  gates: GateView[];
  graph: Graph;
  state: RunState;
  artifacts: ArtifactView[];
  viewer: Viewer;
  messages: GateMessages;
  onOpenImage: (id: string) => void;
}) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const [own, setOwn] = useState<Record<string, string>>({});
  const open = gates.filter(({ status }) => status === 'open');
  if (open.some(({ id }) => !seen.has(id))) setSeen(new Set([...seen, ...open.map(({ id }) => id)]));
  useGateKeys();
  // The reader's own answer has been said once the next question stands there.
  const isSaid = (id: string) => own[id] !== undefined && open.some((gate) => gate.id !== id);
  const shown = gates
    .filter(({ id }) => seen.has(id) && !dismissed.has(id) && !isSaid(id))
    .sort((a, b) => Number(a.status !== 'open') - Number(b.status !== 'open'));
  if (shown.length === 0) return null;
  return (
    <div id="gate" className="flex flex-col gap-3 px-5 pt-4 phone:px-3">
      {shown.map((gate) => {
        const dismiss = () => setDismissed(new Set([...dismissed, gate.id]));
        const option = own[gate.id];
        if (option !== undefined) return <OwnAnswer key={gate.id} gate={gate} option={option} onDismiss={dismiss} />;
        return (
          <GateCard
            key={gate.id}
            gate={gate}
            message={messages[gate.id]}
            hasKeys={gate.id === open[0]?.id}
            onAnswered={(chosen) => setOwn({ ...own, [gate.id]: chosen })}
            onDismiss={dismiss}
            {...props}
          />
        );
      })}
    </div>
  );
}
