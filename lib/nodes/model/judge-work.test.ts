import { expect, it } from 'vitest';
import { modelWorld } from '../../testing/nodes/scripted-model.ts';
import { checksOf } from '../parts/check-spec.ts';
import { judgeWork } from './judge-work.ts';

const checks = checksOf([], 'A note was written');
const evidence = { node: 'write', result: 'Done.', tools: [], image: null };

async function verdictOf(text: string) {
  const [first] = await judgeWork(modelWorld([{ text }]).ctx(), checks, evidence, null);
  return [first?.verdict, first?.reason];
}

it('a verdict is found by its name in any case, whatever stands around the answer', async () => {
  const answer = { verdicts: [{ name: 'a NOTE was written', verdict: 'pass', reason: 'it is there' }] };
  expect(await verdictOf(`I looked.\n${JSON.stringify(answer)}\nThat is all.`)).toEqual(['pass', 'it is there']);
});

it('a check that the model did not speak of is unknown', async () => {
  expect(await verdictOf('{"verdicts": []}')).toEqual(['unknown', 'the model said nothing about it']);
});

it.each(['It looks fine.', '{"verdict": "pass"}', '{"verdicts": [{"name": 1}]}'])(
  'the answer %s is no verdict, and that is said in words',
  async (text) => {
    expect(await verdictOf(text)).toEqual(['unknown', 'the model’s answer is not a list of verdicts']);
  },
);
