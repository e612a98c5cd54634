import { afterEach, beforeEach, expect, test } from 'vitest';
import { addPeople, somebody } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { eventsOf, startNodes, whenAsked, whenEvent, whenRun, whenStatus } from '../testing/scratch-run.ts';
import { answerGate } from './answer-gate.ts';

let engine: ScratchEngine;

beforeEach(async () => {
  engine = await startScratchEngine();
  await addPeople(house, somebody('ann'), somebody('bob'));
});

afterEach(() => engine.stop());

const answer = (runId: string, gateId: string, option: string, by: string, values = {}) =>
  answerGate(house, { runId, gateId, option, actor: somebody(by), values });

test('with a quorum each person votes once, and the N-th yes answers, also after a restart', async () => {
  const runId = await startNodes({ sure: { type: 'gate', kind: 'approval', quorum: 2 } });
  const gate = await whenAsked(runId);
  expect(await answer(runId, gate.id, 'yes', 'ann')).toMatchObject({ answered: false, votes: 1, quorum: 2 });
  await expect(answer(runId, gate.id, 'yes', 'ann')).rejects.toMatchObject({ code: 'conflict' });
  await engine.restart();
  expect((await whenAsked(runId)).votes).toMatchObject([{ by: 'ann', option: 'yes' }]);
  expect(await answer(runId, gate.id, 'yes', 'bob')).toMatchObject({ answered: true, votes: 2 });
  await whenStatus(runId, 'completed');
  expect(await eventsOf(runId, 'gate_voted')).toHaveLength(1);
  expect(await eventsOf(runId, 'gate_answered')).toMatchObject([{ data: { answer: { by: 'bob' } } }]);
});

test('with a quorum the first no answers', async () => {
  const runId = await startNodes({
    sure: { type: 'gate', kind: 'approval', quorum: 3, on: { no: 'stop' } },
    done: { type: 'end' },
    stop: { type: 'end', outcome: 'failure' },
  });
  const gate = await whenAsked(runId);
  await answer(runId, gate.id, 'yes', 'ann');
  await answer(runId, gate.id, 'no', 'bob');
  await whenStatus(runId, 'failed');
});

test('reminders come again and again until the gate is answered', async () => {
  const runId = await startNodes({ sure: { type: 'gate', kind: 'approval', remind: '50ms' } });
  const gate = await whenAsked(runId);
  const first = await whenEvent(runId, 'gate_reminded');
  expect(first.at >= new Date(Date.parse(gate.opened_at) + 50).toISOString()).toBe(true);
  await whenEvent(runId, 'gate_reminded', ({ seq }) => seq > first.seq);
  await answer(runId, gate.id, 'yes', 'ann');
  await whenStatus(runId, 'completed');
});

test('options come from the run, and an answer in one’s own words needs the words', async () => {
  const runId = await startNodes({
    list: {
      type: 'action',
      do: [{ type: 'compute', expression: "[{ id: 'red', label: 'Red' }, 'blue']", store_as: 'colours' }],
    },
    pick: { type: 'gate', kind: 'question', options: '${computed.colours}', on: { selected: 'say', other: 'say' } },
    say: {
      type: 'end',
      message: '${user_responses.pick.id} ${user_responses.pick.raw.text ?? user_responses.pick.raw.selected}',
    },
  });
  const gate = await whenAsked(runId);
  expect(gate.options.map(({ id, label }) => [id, label])).toEqual([
    ['red', 'Red'],
    ['blue', 'blue'],
    ['other', 'Other'],
  ]);
  await expect(answer(runId, gate.id, 'other', 'ann')).rejects.toMatchObject({ code: 'invalid_answer' });
  await answer(runId, gate.id, 'other', 'ann', { text: 'green' });
  expect((await whenStatus(runId, 'completed')).message).toBe('other green');
});

test('fields left for people are asked for once, before the node runs, and their words are never templates', async () => {
  const runId = await startNodes({
    tell: { type: 'cli', command: ['echo', '{{ask_user}}'], retry: { attempts: 2 } },
    done: { type: 'end', message: '${tell.stdout}' },
  });
  const gate = await whenAsked(runId);
  expect(gate).toMatchObject({ kind: 'form', node: 'tell', fields: [{ name: 'command.1', required: true }] });
  await answer(runId, gate.id, 'submit', 'ann', { 'command.1': 'from ${inputs}' });
  expect((await whenStatus(runId, 'completed')).message).toBe('from ${inputs}\n');
  expect(await eventsOf(runId, 'gate_opened')).toHaveLength(1);
});

test('a run is waiting while its only gate is open and everything else rests', async () => {
  const runId = await startNodes({
    both: { type: 'parallel', branches: { asks: 'ask', rests: 'rest' } },
    done: { type: 'end' },
    ask: { type: 'gate', kind: 'approval', next: 'join' },
    rest: { type: 'wait', signal: 'go', next: 'join' },
  });
  const run = await whenRun(runId, ({ status }) => status === 'waiting');
  expect(run.state.active.map(({ phase }) => phase).sort()).toEqual(['asking', 'split', 'waiting']);
});
