// What a console without a wall says, wherever it lets something start.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../../e2e/fakes/model-server.ts';
import { tester } from '../../testing/actors.ts';
import { wallTest } from '../../testing/clients/wall-test.ts';
import { bareHouse, house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { whenAsked, whenEvent } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { startRun } from '../start-run.ts';
import { wallState, wallWords } from './wall-words.ts';

const words = 'Commands can read everything this console can';
let engine: ScratchEngine | null = null;
let model: ModelServer | null = null;
afterEach(async () => {
  await engine?.stop();
  engine = null;
  await model?.stop();
  model = null;
});

async function start(nodes: object, more: object = {}): Promise<string> {
  const source = JSON.stringify({ gatehouse: 1, name: 'Words', ...more, nodes });
  return (await startRun(house, { source, actor: tester })).id;
}
const before = { when: 'before', kind: 'approval', message: 'Really?' };
const command = { type: 'cli', command: ['true'], gate: before };

test('without a wall the settings and the start form say what commands can read', async () => {
  engine = await startScratchEngine({ GATEHOUSE_SANDBOX: 'off' });
  expect(await wallState(house)).toContain(words);
  expect(await wallWords(house)).toContain('GATEHOUSE_SANDBOX is off');
  expect(await wallState(house)).toContain('memory and number of processes are not limited');
  house.wall.limiter = Promise.resolve(null);
  expect(await wallState(house)).toContain('size of files, open files, work, memory and number of processes are not');
});

test.each<[string, object, object]>([
  [
    'lets a server start',
    { work: { type: 'tool', server: 'box', tool: 't' } },
    { servers: { box: { command: 'true' } } },
  ],
  ['stands before a command', { work: command }, {}],
  [
    'stands before a script of an action',
    { work: { type: 'action', do: [{ type: 'run_command', script: 'true' }], gate: before } },
    {},
  ],
])('without a wall a gate that %s says so', async (_, nodes, more) => {
  engine = await startScratchEngine({ GATEHOUSE_SANDBOX: 'off' });
  expect((await whenAsked(await start(nodes, more))).message).toContain(words);
});

test('without a wall a gate that lets a model’s command start says so', async () => {
  model = await startModelServer();
  model.answerWith([{ calls: [{ name: 'run_command', arguments: { argv: ['true'] } }] }, { text: 'Done' }]);
  engine = await startScratchEngine({ ...model.env, GATEHOUSE_SANDBOX: 'off' });
  const ai = { type: 'ai', prompt: 'Work', tools: ['run_command'], ask: ['run_command'] };
  const gate = await whenAsked(await start({ work: ai }));
  expect(gate).toMatchObject({ purpose: 'tool' });
  expect(gate.message).toContain(words);
});

test('a gate that starts nothing says nothing of it', async () => {
  engine = await startScratchEngine({ GATEHOUSE_SANDBOX: 'off' });
  expect((await whenAsked(await start({ ask: { type: 'gate', kind: 'approval', message: 'Well?' } }))).message).toBe(
    'Well?',
  );
});

const rootTest = process.getuid?.() === 0 ? wallTest : test.skip;
rootTest('where root cannot give up its user for commands, the settings say so', async () => {
  const closed = mkdtempSync(join(tmpdir(), 'gatehouse-closed-'));
  const open = mkdtempSync('/tmp/gatehouse-open-');
  expect(await wallState(bareHouse({ GATEHOUSE_DATA: join(closed, 'data') }))).toContain('commands work as root');
  expect(await wallState(bareHouse({ GATEHOUSE_DATA: open }))).not.toContain('as root');
  for (const folder of [closed, open]) rmSync(folder, { recursive: true, force: true });
});

wallTest('behind a wall nothing of it is said, but how it stands', async () => {
  engine = await startScratchEngine();
  expect(await wallWords(house)).toBeNull();
  expect(await wallState(house)).toContain('commands see their own room only');
  expect((await whenAsked(await start({ work: command }))).message).toBe('Really?');
});

test('where a wall is required and none stands, nothing runs, and that is said', async () => {
  engine = await startScratchEngine({ GATEHOUSE_SANDBOX: 'required' });
  house.wall.tried = Promise.resolve({ isThere: false, why: 'for this test' });
  expect(await wallState(house)).toContain('Nothing is started');
  const id = await start({ work: command });
  const gate = await whenAsked(id);
  expect(gate.message).toContain('Nothing is started: GATEHOUSE_SANDBOX is required');
  await answerGate(house, { runId: id, gateId: gate.id, option: 'yes', actor: tester });
  expect((await whenEvent(id, 'node_failed')).data.error).toMatchObject({ code: 'no_wall' });
});
