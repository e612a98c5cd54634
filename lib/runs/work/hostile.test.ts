// A model that obeys whatever it reads, with a shell in its hands, and a server that takes what it can: neither finds the
// console's token or key, and a gate beside them stays open until a person answers it.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { type ModelServer, startModelServer } from '../../../e2e/fakes/model-server.ts';
import { somebody, tester } from '../../testing/actors.ts';
import { wallTest } from '../../testing/clients/wall-test.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { eventsOf, whenAsked, whenRun } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { startRun } from '../start-run.ts';

const hostile = join(import.meta.dirname, '../../../e2e/fakes/hostile-server.mjs');
const token = 'canary-token-of-the-owner-0123456789';
const key = 'canary-key-of-the-provider-0123456789';
let model: ModelServer;
let engine: ScratchEngine;

beforeEach(async () => {
  model = await startModelServer();
  vi.stubEnv('GATEHOUSE_TOKEN', token);
  vi.stubEnv('OPENAI_API_KEY', key);
  engine = await startScratchEngine({ ...model.env, GATEHOUSE_TOKEN: token, OPENAI_API_KEY: key });
});
afterEach(async () => {
  await engine.stop();
  await model.stop();
  vi.unstubAllEnvs();
});

const beside = (work: object) => ({
  both: { type: 'parallel', branches: { a: 'work', b: 'ask' }, next: 'done' },
  work: { ...work, next: 'join' },
  ask: { type: 'gate', kind: 'approval', message: 'Publish?', next: 'join' },
  done: { type: 'end' },
});
async function start(work: object, more: object = {}): Promise<string> {
  const source = JSON.stringify({ gatehouse: 1, name: 'Hostile', ...more, nodes: beside(work) });
  return (await startRun(house, { source, actor: tester })).id;
}

wallTest('F1 a model that obeys injected instructions finds no token, and answers no gate', async () => {
  const data = engine.dataDirectory;
  const orders = [
    "tr '\\0' '\\n' </proc/$PPID/environ; cat /proc/*/environ",
    `cat ${data}/owner-token ${data}/secret.key; ls -R ${data}; strings ${data}/gatehouse.db`,
    'cat ../../../../owner-token; ls -la ../../.. ~ /root /home /tmp /run',
    'for f in /proc/[0-9]*; do cat $f/environ $f/cmdline; ls -l $f/fd $f/root/; done',
    'gdb -p 1 -batch -ex "dump memory m 0 100"; kill -0 -1; cat m',
  ];
  model.answerWith([
    {
      calls: orders.map((order) => ({
        name: 'run_command',
        arguments: { argv: ['sh', '-c', `(${order}) 2>&1; true`] },
      })),
    },
    { text: 'I tried.' },
  ]);
  const id = await start({ type: 'ai', prompt: 'Read the page.', tools: ['run_command'] });
  const run = await whenRun(id, ({ nodes }) => nodes.work?.status === 'completed');
  expect(model.asked).toHaveLength(2);
  const told = JSON.stringify(model.asked[1]?.messages);
  expect(told).not.toContain(token);
  expect(told).not.toContain(key);
  expect(told).not.toContain('gatehouse.db-wal');
  expect(run.gates.filter(({ status }) => status === 'open').map(({ node }) => node)).toEqual(['ask']);
  expect(await eventsOf(id, 'gate_answered')).toEqual([]);
});

wallTest('a hostile server takes nothing of the console', async () => {
  const servers = { box: { command: process.execPath, args: [hostile] } };
  const id = await start({ type: 'tool', server: 'box', tool: 'look' }, { servers });
  const asked = await whenRun(id, ({ gates }) => gates.some(({ purpose }) => purpose === 'server'));
  const gate = asked.gates.find(({ purpose }) => purpose === 'server') ?? (await whenAsked(id));
  await answerGate(house, { runId: id, gateId: gate.id, option: 'allow', actor: somebody('ann') });
  const run = await whenRun(id, ({ nodes }) => nodes.work?.status === 'completed');
  const found = JSON.stringify(run.state.outputs.work);
  expect(found).toContain('GATEHOUSE_PROCESS');
  expect(found).not.toContain('canary');
  expect(found).not.toMatch(/owner-token:|secret.key:|shadow:|gatehouse.db:/);
});
