// A limit that a command in the background or a server reaches is told as one, like that of any other command.
import { afterAll, beforeAll, expect } from 'vitest';
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
    GATEHOUSE_COMMAND_FILE: '1',
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

const tooLarge = 'exec dd if=/dev/zero of=big bs=1M count=4 2>/dev/null';
const tooMuch = 'exec node -e "const held = []; for (;;) held.push(Buffer.alloc(1e7, 1))"';
const background = (script: string) => ({ work: { type: 'cli', script, background: true } });

wallTest('a command in the background that writes too large a file fails with the limit', async () => {
  const details = { setting: 'GATEHOUSE_COMMAND_FILE' };
  expect(await failed(await start(background(tooLarge)))).toMatchObject({ code: 'limit_reached', details });
});

countedTest('a command in the background that uses too much memory fails with the limit', async () => {
  const details = { setting: 'GATEHOUSE_COMMAND_MEMORY' };
  expect(await failed(await start(background(tooMuch)))).toMatchObject({ code: 'limit_reached', details });
});

wallTest('a server that reaches a limit fails its node with it', async () => {
  const servers = { box: { command: 'sh', args: ['-c', tooLarge] } };
  const id = await start({ work: { type: 'tool', server: 'box', tool: 'echo' } }, { servers });
  await answerGate(house, { runId: id, gateId: (await whenAsked(id)).id, option: 'allow', actor: somebody('ann') });
  const details = { setting: 'GATEHOUSE_COMMAND_FILE' };
  expect(await failed(id)).toMatchObject({ code: 'limit_reached', details });
});
