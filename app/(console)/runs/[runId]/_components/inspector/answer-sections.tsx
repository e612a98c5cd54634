import { gateTitle } from '#app/_components/gate-title.ts';
import { gateTopic } from '#app/_components/gate-words.ts';
import type { GateView } from '#lib/runs/views.ts';
import { GateOutcome } from '../gate/gate-outcome.tsx';
import { GateVotes } from '../gate/gate-votes.tsx';
import { JsonTree } from '../json-tree.tsx';
import { DetailsSection } from './details-section.tsx';

/** What people said at the node's gates. */
export function AnswerSections({ gates, startedBy }: { gates: readonly GateView[]; startedBy: string }) {
  return gates.map((gate) => (
    <DetailsSection key={gate.id} heading={answerHeading(gate)}>
      <p className="mb-1 text-mute text-sm">{gateTitle(gate.message)}</p>
      <GateVotes gate={gate} startedBy={startedBy} />
      {gate.status !== 'open' && <GateOutcome gate={gate} />}
      {gate.answer && Object.keys(gate.answer.values).length > 0 && (
        <div className="mt-2">
          <JsonTree value={gate.answer.values} />
        </div>
      )}
    </DetailsSection>
  ));
}

function answerHeading(gate: GateView): string {
  if (gate.status === 'open') return 'Votes';
  return gate.purpose === 'node' ? 'Answer' : `Answer (${gateTopic(gate)})`;
}
