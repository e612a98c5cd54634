// The crash workflow with every way a run can take, and what people answer in it.
import { fileURLToPath } from 'node:url';
import type { GateView } from '#lib/runs/views.ts';
import type { Scenario } from './drive-run.ts';

export const everyWay: Scenario = {
  file: './every-way.yaml',
  answerFor,
  commands: ['step', 'left', 'piece', 'first', 'second'],
  isConcurrent: true,
  env: { GATEHOUSE_WORKFLOWS: fileURLToPath(new URL('./workflows', import.meta.url)) },
};

function answerFor({ purpose, node, votes = [], message }: GateView): { option: string; by?: string } {
  if (purpose === 'interrupted') return { option: 'retry' };
  if (node === 'vote') return { option: 'yes', by: votes.length === 0 ? 'one' : 'two' };
  throw new Error(`nobody expected the ${purpose} gate of ${node}: ${message}`);
}
