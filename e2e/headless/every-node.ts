// The crash workflow with every way an attempt can end and every kind of gate, and what people answer in it.
import type { GateView } from '#lib/runs/views.ts';
import type { Scenario } from './drive-run.ts';

const byPurpose: Partial<Record<GateView['purpose'], string>> = {
  server: 'allow',
  checkpoint: 'pause',
  interrupted: 'retry',
};

const bySlot: Record<string, { option: string; values?: Record<string, unknown> }> = {
  'draft/before:0': { option: 'yes' },
  'draft/after:0': { option: 'keep' },
  'approve/self': { option: 'yes' },
  'tell_all/self': { option: 'continue' },
  'details/self': { option: 'submit', values: { name: 'Ada', count: 3 } },
};

export const everyNode: Scenario = {
  file: './every-node.yaml',
  answerFor,
  commands: ['collect', 'flaky', 'draft'],
  isConcurrent: false,
};

function answerFor(gate: GateView): { option: string; values: Record<string, unknown> } {
  const option = byPurpose[gate.purpose];
  if (option !== undefined) return { option, values: {} };
  if (gate.node === 'review') {
    return gate.visit === 1 ? { option: 'no', values: { note: 'once more' } } : { option: 'yes', values: {} };
  }
  const answer = bySlot[`${gate.node}/${gate.slot}`];
  if (!answer) throw new Error(`nobody expected the ${gate.purpose} gate ${gate.node}/${gate.slot}: ${gate.message}`);
  return { values: {}, ...answer };
}
