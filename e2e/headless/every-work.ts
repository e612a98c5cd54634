// The crash workflow with work that takes its time, what people answer in it, and what its model says.
import type { GateView } from '#lib/runs/views.ts';
import { type Asked, type FakeReply, startModelServer } from '../fakes/model-server.ts';
import type { Scenario } from './drive-run.ts';

const textOf = ({ content }: Asked['messages'][number]) => JSON.stringify(content ?? '');

function reply({ messages }: Asked): FakeReply {
  const all = messages.map(textOf).join('\n');
  if (all.includes('Checks:')) {
    const verdict = { verdict: 'pass', reason: 'seen' };
    const names = ['Figures were printed.', 'used'];
    return { text: JSON.stringify({ verdicts: names.map((name) => ({ name, ...verdict })) }) };
  }
  if (all.includes('Look.')) return { text: 'seen' };
  if (messages.at(-1)?.role === 'tool') return { text: 'written' };
  return { calls: [{ name: 'write_file', arguments: { path: 'draft.md', content: 'A draft' } }] };
}

export async function createEveryWork(): Promise<Scenario> {
  const model = await startModelServer(reply);
  return {
    file: './every-work.yaml',
    answerFor,
    commands: ['back', 'judged', 'use'],
    isConcurrent: true,
    env: model.env,
    close: () => model.stop(),
  };
}

const byPurpose: Partial<Record<GateView['purpose'], string>> = {
  server: 'allow',
  tool: 'allow',
  interrupted: 'retry',
};

function answerFor({ purpose, node, message }: GateView): { option: string } {
  const option = byPurpose[purpose];
  if (option === undefined) throw new Error(`nobody expected the ${purpose} gate of ${node}: ${message}`);
  return { option };
}
