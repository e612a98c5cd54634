import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../people/actor.ts';
import { linkActor } from '../people/actor.ts';
import { somebody } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { eventsOf, startNodes, whenAsked } from '../testing/scratch-run.ts';
import { answerGate } from './answer-gate.ts';
import { buttonsFor, isRunVerb, runVerbs } from './verbs.ts';

const onPage: Actor = somebody('owner');
const byProgram: Actor = { ...onPage, name: 'api', via: 'token', door: 'api' };

describe('what is recorded of an actor', () => {
  let engine: ScratchEngine;
  let runId: string;
  beforeEach(async () => {
    engine = await startScratchEngine();
    runId = await startNodes({ ask: { type: 'gate', kind: 'approval', message: 'Well?' } });
    await whenAsked(runId);
  });
  afterEach(() => engine.stop());

  test('with a control: who, and the door they came through', async () => {
    await runVerbs.pause.act(house, { runId, actor: onPage });
    await runVerbs.resume.act(house, { runId, actor: byProgram });
    await runVerbs.cancel.act(house, { runId, actor: { ...onPage, door: 'api' } });
    const recorded = [
      ...(await eventsOf(runId, 'run_paused')),
      ...(await eventsOf(runId, 'run_resumed')),
      ...(await eventsOf(runId, 'run_cancelled')),
    ];
    expect(recorded.map(({ data }) => data)).toEqual([
      { by: 'owner', via: 'console', person: 'owner' },
      { by: 'api', via: 'api', person: 'owner' },
      { by: 'owner', via: 'api', person: 'owner', message: 'cancelled by owner' },
    ]);
  });

  test('with an answer: what they showed', async () => {
    const { id } = await whenAsked(runId);
    await answerGate(house, { runId, gateId: id, option: 'yes', actor: linkActor('Ada', '7') });
    const [answer] = await eventsOf(runId, 'gate_answered');
    expect(answer?.data.answer).toMatchObject({ by: 'Ada', via: 'link:7' });
  });
});

test('a name of any object is no verb', () => {
  expect(['pause', 'toString', '__proto__', 'constructor'].map(isRunVerb)).toEqual([true, false, false, false]);
});

test('a page offers each verb in the states in which it can be done, and nothing to those who may nothing', () => {
  const offered = (status: string) =>
    buttonsFor(onPage).flatMap(({ value, when }) => (when.some((one) => one === status) ? [value] : []));
  const always = ['again', 'rollback', 'restart', 'move', 'fork'];
  expect(offered('running')).toEqual(['pause', 'pause?now=true', 'cancel', ...always]);
  expect(offered('paused')).toEqual(['resume', 'cancel', ...always]);
  expect(offered('failed').sort()).toEqual(['archive', 'unarchive', 'delete', ...always].sort());
  expect(buttonsFor(linkActor('Ada', '7'))).toEqual([]);
});
