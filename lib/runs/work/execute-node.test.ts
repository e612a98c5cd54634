import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tester } from '../../testing/actors.ts';
import { isProcessRunning, toldPid } from '../../testing/clients/is-running.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { eventsOf, startNodes, whenAsked, whenEvent, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { listArtifacts } from '../read-run.ts';

let engine: ScratchEngine;

beforeEach(async () => {
  engine = await startScratchEngine();
});

afterEach(() => engine.stop());

const shell = (script: string) => ['sh', '-c', script];

test('a timeout fails the attempt and ends its whole process group', async () => {
  const runId = await startNodes({
    work: {
      type: 'cli',
      command: shell(`trap '' TERM; sleep 600 & echo "${toldPid()} ${toldPid('$!')}" > pids; wait`),
      // Long enough for it to begin, however busy the machine is.
      timeout: '5s',
    },
  });
  const gate = await whenAsked(runId);
  expect(gate).toMatchObject({ purpose: 'failure', show: [{ text: 'work did not finish within 5 s' }] });
  const [failed] = await eventsOf(runId, 'node_failed');
  expect(failed).toMatchObject({ node: 'work', attempt: 1, data: { error: { code: 'timeout' } } });
  const { state } = await whenStatus(runId, 'waiting');
  const pids = readFileSync(join(state.workspace, 'pids'), 'utf8').trim().split(' ').map(Number);
  expect(pids.map(isProcessRunning)).toEqual([false, false]);
});

test('F13 a timeout that is longer than a timer can wait is none that has passed', async () => {
  const runId = await startNodes({ work: { type: 'cli', command: shell('sleep 0.1; echo done'), timeout: '365000d' } });
  expect((await whenStatus(runId, 'completed')).state.outputs.work).toMatchObject({ stdout: 'done\n' });
});

test('every attempt is numbered and retry.attempts is how many there are; a person’s retry gives as many again', async () => {
  const runId = await startNodes({
    work: {
      type: 'cli',
      command: shell(`echo \${attempt} >> ledger; exit 1`),
      retry: { attempts: 3, backoff: '1ms' },
    },
  });
  const gate = await whenAsked(runId);
  expect((await eventsOf(runId, 'node_started')).map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expect((await eventsOf(runId, 'retry')).map(({ data }) => data.next_attempt)).toEqual([2, 3]);
  expect((await eventsOf(runId, 'node_failed')).map(({ attempt }) => attempt)).toEqual([3]);
  await answerGate(house, { runId, gateId: gate.id, option: 'retry', actor: tester });
  await whenEvent(runId, 'node_failed', ({ attempt }) => attempt === 6);
  const { state } = await whenStatus(runId, 'waiting');
  expect(readFileSync(join(state.workspace, 'ledger'), 'utf8')).toBe('1\n2\n3\n4\n5\n6\n');
  expect(state.nodes.work?.attempts).toBe(6);
});

test('what an attempt left before its time was over is kept, each attempt’s files for themselves', async () => {
  const runId = await startNodes({
    work: {
      type: 'cli',
      command: shell(
        `echo \${attempt} > notes.md; cp notes.md "$GATEHOUSE_ARTIFACTS/dropped.md"; echo said; sleep 600`,
      ),
      timeout: '400ms',
      retry: { attempts: 2 },
      artifacts: ['notes.md'],
    },
  });
  await whenAsked(runId);
  const kept = (await listArtifacts(house, runId)).artifacts.map(({ attempt, name, size }) => ({
    attempt,
    name,
    size,
  }));
  expect(kept).toEqual(
    [1, 2].flatMap((attempt) => [
      { attempt, name: 'notes.md', size: 2 },
      { attempt, name: 'dropped.md', size: 2 },
      { attempt, name: 'stdout.txt', size: 5 },
    ]),
  );
});

test('what an attempt left when the engine stopped under it is kept as its own, not as a result of the retry', async () => {
  const runId = await startNodes({
    work: {
      type: 'cli',
      command: shell(`echo \${attempt} > notes.md; echo ready; [ \${attempt} = 2 ] || sleep 600`),
      artifacts: ['notes.md'],
    },
  });
  await whenEvent(runId, 'output');
  await engine.restart();
  const gate = await whenAsked(runId);
  expect(gate.purpose).toBe('interrupted');
  await answerGate(house, { runId, gateId: gate.id, option: 'retry', actor: tester });
  const run = await whenStatus(runId, 'completed');
  expect((await listArtifacts(house, runId)).artifacts.map(({ attempt, name }) => [attempt, name])).toEqual([
    [1, 'notes.md'],
    [1, 'stdout.txt'],
    [2, 'notes.md'],
    [2, 'stdout.txt'],
  ]);
  expect(run.state.artifacts.work?.map(({ name }) => name)).toEqual(['notes.md']);
});

test('a script is taken as it is written, and values reach it only as environment', async () => {
  const runId = await startNodes({
    say: { type: 'cli', script: 'for n in 1 2; do echo "${n}: ${WHO}"; done', env: { WHO: '${"a; echo b"}' } },
    done: { type: 'end', message: '${say.stdout}' },
  });
  expect((await whenStatus(runId, 'completed')).message).toBe('1: a; echo b\n2: a; echo b\n');
});

test('D2 a result too large for an event keeps its small fields, and a handle of the large one', async () => {
  const print = `process.stdout.write('"quoted" line\\n'.repeat(7000))`;
  const runId = await startNodes({
    say: { type: 'cli', command: ['node', '-e', print], save: { code: '${result.exit_code}' } },
  });
  const run = await whenStatus(runId, 'completed');
  expect(run.state.computed).toEqual({ code: 0 });
  expect(run.state.outputs.say).toMatchObject({ exit_code: 0, stdout: { kind: 'text', length: 98_000 } });
});

test('a glob that matches nothing is a warning', async () => {
  const runId = await startNodes({ say: { type: 'cli', command: ['true'], artifacts: ['nothing.md'] } });
  const run = await whenStatus(runId, 'completed');
  expect(run.warnings).toMatchObject([{ node: 'say', message: 'say left no file that matches "nothing.md"' }]);
});
