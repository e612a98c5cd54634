import { answer, openGate, readEvents, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test('of 50 answers to one gate at once one wins, and 49 are told which', async ({ gatehouse }) => {
  const runId = await startRun(gatehouse, 'two-questions');
  const gate = await openGate(gatehouse, runId, 'first');
  const options = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? 'yes' : 'no'));
  const replies = await Promise.all(options.map((option) => answer(gatehouse, gate, option)));
  const won = replies.findIndex(({ status }) => status === 200);
  const lost = replies.filter((_, index) => index !== won);
  expect(lost).toHaveLength(49);
  for (const reply of lost) {
    expect(reply).toMatchObject({
      status: 409,
      body: { error: { code: 'gate_already_answered', details: { answer: { option: options[won] } } } },
    });
  }
  const answered = (await readEvents(gatehouse, runId)).filter(({ type }) => type === 'gate_answered');
  expect(answered).toHaveLength(1);
});

test('a start that is sent again with its Idempotency-Key starts nothing new, also after a crash', async ({
  gatehouse,
}) => {
  const start = () => gatehouse.api<{ id: string }>('POST', '/api/runs', { workflow: 'two-questions' }, 'the same key');
  const replies = await Promise.all(Array.from({ length: 10 }, start));
  await gatehouse.kill();
  await gatehouse.restart();
  replies.push(await start());
  const { body } = await gatehouse.api<{ runs: { id: string }[] }>('GET', '/api/runs');
  expect(body.runs).toHaveLength(1);
  expect(new Set(replies.map(({ body }) => body.id))).toEqual(new Set([body.runs[0]?.id]));
});
