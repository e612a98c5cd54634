import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { somebody, tester } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { eventsOf, startNodes, whenAsked, whenEvent, whenStatus } from '../testing/scratch-run.ts';
import { answerGate } from './answer-gate.ts';

let engine: ScratchEngine;

beforeEach(async () => {
  engine = await startScratchEngine();
});

afterEach(() => engine.stop());

test('of 50 answers at once one wins, 49 are told who won and what, and the run goes on once', async () => {
  const runId = await startNodes({
    ask: { type: 'gate', kind: 'question', options: [{ id: 'left' }, { id: 'right' }] },
    after: { type: 'action', do: [{ type: 'compute', expression: 'user_responses.ask.id', store_as: 'chosen' }] },
  });
  const gate = await whenAsked(runId);
  const answers = Array.from({ length: 50 }, (_, index) =>
    answerGate(house, {
      runId,
      gateId: gate.id,
      option: index % 2 ? 'left' : 'right',
      actor: somebody(`person ${index}`),
    }),
  );
  const settled = await Promise.allSettled(answers);
  const winners = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.answer] : []));
  const losers = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as AppError] : []));
  expect(winners).toHaveLength(1);
  expect(losers).toHaveLength(49);
  for (const error of losers) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'gate_already_answered', details: { answer: winners[0] } });
  }
  const run = await whenStatus(runId, 'completed');
  expect(run.state.computed).toEqual({ chosen: winners[0]?.option });
  expect(await eventsOf(runId, 'gate_answered')).toHaveLength(1);
  expect((await eventsOf(runId, 'node_started')).map(({ node }) => node)).toEqual(['ask', 'after']);
});

test('a gate that expires takes its declared answer, recorded as automatic, and never early', async () => {
  const runId = await startNodes({
    ask: {
      type: 'gate',
      kind: 'question',
      options: [{ id: 'here' }, { id: 'later' }],
      expires: { after: '30ms', then: 'later' },
    },
  });
  await whenStatus(runId, 'completed');
  const [opened] = await eventsOf(runId, 'gate_opened');
  const [expired] = await eventsOf(runId, 'gate_expired');
  const [answered] = await eventsOf(runId, 'gate_answered');
  expect(answered?.data.answer).toMatchObject({ option: 'later', by: 'auto' });
  expect(Date.parse(expired?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(opened?.data.gate.expires_at ?? ''));
  expect(Date.parse(opened?.data.gate.expires_at ?? '')).toBe(Date.parse(opened?.data.gate.opened_at ?? '') + 30);
});

test('a gate that expired while the engine was down expires at the start; one that did not is still open', async () => {
  const options = [{ id: 'here' }, { id: 'later' }];
  const gate = { type: 'gate', kind: 'question', options };
  const due = await startNodes({ ask: { ...gate, expires: { after: '1ms', then: 'later' } } });
  const patient = await startNodes({ ask: { ...gate, expires: { after: '1h', then: 'later' } } });
  await Promise.all([whenAsked(patient), whenEvent(due, 'gate_opened')]);
  await engine.restart();
  await whenStatus(due, 'completed');
  const open = await whenAsked(patient);
  expect(await eventsOf(patient, 'gate_expired')).toEqual([]);
  await answerGate(house, { runId: patient, gateId: open.id, option: 'here', actor: tester });
  expect((await whenStatus(patient, 'completed')).state.user_responses.ask?.id).toBe('here');
});
