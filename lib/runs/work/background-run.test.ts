import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../../e2e/fakes/model-server.ts';
import { somebody } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine, untilIdle } from '../../testing/scratch-engine.ts';
import { eventsOf, startNodes, whenAsked, whenEvent, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { cancelRun } from '../cancel-run.ts';
import { listArtifacts } from '../read-run.ts';
import { forkRun } from '../rewind/fork-run.ts';
import { restartRun } from '../rewind/restart-run.ts';
import { startRun } from '../start-run.ts';
import { isExecuting } from './executions.ts';

let model: ModelServer;
let engine: ScratchEngine;

beforeEach(async () => {
  model = await startModelServer();
  engine = await startScratchEngine(model.env);
});

afterEach(async () => {
  await engine.stop();
  await model.stop();
});

const actor = somebody('ann');
const shell = (script: string, ...args: string[]) => ['sh', '-c', script, 'sh', ...args];

function startWith(nodes: Record<string, Record<string, unknown>>): Promise<string> {
  const roles = { scout: { instructions: 'Look around.' } };
  const source = JSON.stringify({ gatehouse: 1, name: 'Beside', roles, nodes });
  return startRun(house, { source, actor }).then(({ id }) => id);
}

const agent = { type: 'agent', agent: 'scout', prompt: 'Look.', background: true, tools: [] };

// research ─ ─ ─ ─ ─ ─ ─ ┐ (in the background)
//    └──► write ──► use ◄┘
const start = (research: Record<string, unknown> = {}) =>
  startWith({
    research: { ...agent, ...research },
    write: { type: 'cli', command: ['true'] },
    use: { type: 'cli', command: ['echo', '${research.text}'] },
  });

const asking = { tools: ['write_file'], ask: ['write_file'] };
const writes = { calls: [{ name: 'write_file', arguments: { path: 'a.txt', content: 'x' } }] };

test('a restart behind an agent in the background leaves its attempt at work, and nothing is done twice', async () => {
  const hold = Promise.withResolvers<void>();
  model.answerWith([{ text: 'Found it all.', hold: hold.promise }]);
  const runId = await start();
  await whenEvent(runId, 'background_awaited');
  await restartRun(house, { runId, node: 'write', actor });
  await whenEvent(runId, 'node_completed', ({ node, visit }) => node === 'write' && visit === 2);
  hold.resolve();
  const { state } = await whenStatus(runId, 'completed');
  expect(state.outputs.use).toMatchObject({ stdout: 'Found it all.\n' });
  expect(model.asked).toHaveLength(1);
  expect(await eventsOf(runId, 'node_interrupted')).toEqual([]);
});

test('what it asks a person survives the console, and so does the answer', async () => {
  model.answerWith([writes, { text: 'Written.' }]);
  const runId = await start(asking);
  const gate = await whenAsked(runId);
  await whenStatus(runId, 'waiting');
  await engine.restart();
  await answerGate(house, { runId, gateId: gate.id, option: 'allow', actor });
  const { state } = await whenStatus(runId, 'completed');
  expect(state.outputs.use).toMatchObject({ stdout: 'Written.\n' });
  expect(model.asked).toHaveLength(2);
});

test('a fork from the answer begins the attempt anew, as it has not its notes', async () => {
  model.answerWith([writes, { text: 'Written.' }, writes, { text: 'Written again.' }]);
  const runId = await start(asking);
  const gate = await whenAsked(runId);
  await answerGate(house, { runId, gateId: gate.id, option: 'allow', actor });
  await whenStatus(runId, 'completed');
  const [answered] = await eventsOf(runId, 'gate_answered');
  const { id } = await forkRun(house, { runId, at: answered?.seq ?? 0, actor });
  const again = await whenAsked(id);
  expect(again).toMatchObject({ node: 'research', purpose: 'tool' });
  await answerGate(house, { runId: id, gateId: again.id, option: 'allow', actor });
  expect((await whenStatus(id, 'completed')).state.outputs.use).toMatchObject({ stdout: 'Written again.\n' });
});

test('it goes on after an answer with what it was begun with, whatever became of the data', async () => {
  model.answerWith([writes, { text: 'Written.' }]);
  const runId = await startWith({
    keep: { type: 'action', do: [{ type: 'set_state', field: 'computed.topic', value: { name: 'tea' } }] },
    research: { ...agent, ...asking, prompt: '${computed.topic.name}' },
    forget: { type: 'action', do: [{ type: 'clear_state', field: 'computed.topic' }] },
  });
  const gate = await whenAsked(runId);
  await answerGate(house, { runId, gateId: gate.id, option: 'allow', actor });
  await whenStatus(runId, 'completed');
  expect(model.asked[1]?.messages[1]?.content).toBe('tea');
});

test('cancelling the run ends it', async () => {
  model.answerWith([{ text: 'Once upon a time', hold: new Promise(() => {}) }]);
  const runId = await start();
  await whenEvent(runId, 'background_awaited');
  await cancelRun(house, { runId, actor });
  await whenStatus(runId, 'cancelled');
  await untilIdle(runId);
  expect(isExecuting(house, runId)).toBe(false);
});

test('without a trace its file, its cost and its result are kept', async () => {
  model.answerWith([{ text: 'Found.', usage: { input: 5, output: 2 } }]);
  const runId = await start({ trace: 'off' });
  const { state } = await whenStatus(runId, 'completed');
  expect(state).toMatchObject({ spent: { tokens: 7 }, artifacts: { research: [{ name: 'research.md' }] } });
  expect((await listArtifacts(house, runId)).artifacts.map(({ name }) => name)).toContain('research.md');
});

test('an attempt at work goes on with what it was begun with, whatever becomes of the data meanwhile', async () => {
  const runId = await startNodes({
    keep: { type: 'action', do: [{ type: 'set_state', field: 'computed.topic', value: 'tea' }] },
    both: { type: 'parallel', branches: { a: 'slow', b: 'forget' }, next: 'complete' },
    slow: { type: 'cli', command: shell('mkfifo pipe; cat pipe; echo "$1"', '${computed.topic}'), next: 'join' },
    forget: { type: 'action', do: [{ type: 'clear_state', field: 'computed.topic' }] },
    free: { type: 'cli', command: shell('until [ -p pipe ]; do :; done; echo now > pipe'), next: 'join' },
  });
  const { state } = await whenStatus(runId, 'completed');
  expect(state.outputs.slow).toMatchObject({ stdout: 'now\ntea\n' });
  expect(await eventsOf(runId, 'node_failed')).toEqual([]);
});

test('what a command in the background writes to /dev/stdout and /dev/stderr is added to what it printed', async () => {
  const script = 'echo first; echo out > /dev/stdout; echo err > /dev/stderr; echo more > /dev/stderr';
  const runId = await startNodes({ work: { type: 'cli', script, background: true } });
  const { state } = await whenStatus(runId, 'completed');
  expect(state.outputs.work).toMatchObject({ exit_code: 0, stdout: 'first\nout\n', stderr: 'err\nmore\n' });
});
