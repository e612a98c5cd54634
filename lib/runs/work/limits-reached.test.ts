// A limit that a command in the background or a server reaches is told as one, like that of any other command.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { somebody, tester } from '../../testing/actors.ts';
import { countedTest, wallTest } from '../../testing/clients/wall-test.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { whenAsked, whenEvent } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { startRun } from '../start-run.ts';

let engine: ScratchEngine;
beforeAll(async () => {
  engine = await startScratchEngine({
    GATEHOUSE_COMMAND_FILE: '4',
    GATEHOUSE_COMMAND_OUTPUT: '1',
    GATEHOUSE_COMMAND_MEMORY: '100',
    GATEHOUSE_COMMAND_PROCESSES: '20',
  });
});
afterAll(() => engine.stop());

async function start(nodes: object, more: object = {}): Promise<string> {
  const source = JSON.stringify({ gatehouse: 1, name: 'Limits', ...more, nodes });
  return (await startRun(house, { source, actor: tester })).id;
}
const failed = async (id: string) => (await whenEvent(id, 'node_failed')).data.error;

const tooLarge = 'exec dd if=/dev/zero of=big bs=1M count=8 2>/dev/null';
const tooMuch = 'exec node -e "const held = []; for (;;) held.push(Buffer.alloc(1e7, 1))"';
const background = (script: string) => ({ work: { type: 'cli', script, background: true } });

wallTest('a command in the background that writes too large a file fails with the limit', async () => {
  const details = { setting: 'GATEHOUSE_COMMAND_FILE' };
  expect(await failed(await start(background(tooLarge)))).toMatchObject({ code: 'limit_reached', details });
});

test.each([
  ['prints too much', 'exec head -c 3000000 /dev/zero'],
  ['prints too much and does not end', 'head -c 3000000 /dev/zero; sleep 600'],
  ['copes with being ended', 'trap "exit 0" TERM; head -c 3000000 /dev/zero; while :; do sleep 0.1; done'],
  ['does not listen', 'trap "" TERM; head -c 3000000 /dev/zero; while :; do sleep 0.1; done'],
])('a command in the background that %s fails with the limit of output', async (_, script) => {
  const id = await start(background(script));
  const details = { limit: 'output', setting: 'GATEHOUSE_COMMAND_OUTPUT' };
  expect(await failed(id)).toMatchObject({ code: 'limit_reached', details });
});

countedTest('a command in the background that uses too much memory fails with the limit', async () => {
  const details = { setting: 'GATEHOUSE_COMMAND_MEMORY' };
  expect(await failed(await start(background(tooMuch)))).toMatchObject({ code: 'limit_reached', details });
});

wallTest.each([
  ['a server', {}],
  ['a server that was let out', { outside: 'all' }],
])('%s that reaches a limit fails its node with it', async (_, more) => {
  const servers = { box: { command: 'sh', args: ['-c', tooLarge], ...more } };
  const id = await start({ work: { type: 'tool', server: 'box', tool: 'echo' } }, { servers });
  await answerGate(house, { runId: id, gateId: (await whenAsked(id)).id, option: 'allow', actor: somebody('ann') });
  const details = { setting: 'GATEHOUSE_COMMAND_FILE' };
  expect(await failed(id)).toMatchObject({ code: 'limit_reached', details });
});
