import { afterEach, beforeEach, expect, test } from 'vitest';
import { tester } from '../testing/actors.ts';
import { isProcessRunning, toldPid } from '../testing/clients/is-running.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine, untilIdle } from '../testing/scratch-engine.ts';
import { allEventsOf, startNodes, whenAsked, whenEvent, whenStatus } from '../testing/scratch-run.ts';
import { cancelRun } from './cancel-run.ts';

let engine: ScratchEngine;

beforeEach(async () => {
  engine = await startScratchEngine();
});

afterEach(() => engine.stop());

// Being deaf to SIGTERM is inherited: neither the shell nor its child ends by being asked.
const deaf = ['sh', '-c', `trap '' TERM; sleep 600 & echo "${toldPid()} ${toldPid('$!')}"; wait`];

test('cancelling ends a command and its deaf grandchild, and nothing is recorded after it', async () => {
  const runId = await startNodes({ work: { type: 'cli', command: deaf }, never: { type: 'end' } });
  const said = await whenEvent(runId, 'output');
  const pids = said.data.text.trim().split(' ').map(Number);
  expect(pids.map(isProcessRunning)).toEqual([true, true]);
  await cancelRun(house, { runId, actor: tester });
  expect(pids.map(isProcessRunning)).toEqual([false, false]);
  await untilIdle(runId);
  const events = await allEventsOf(runId);
  expect(events.at(-1)).toMatchObject({ type: 'run_cancelled', data: { by: 'tester' } });
  const run = await whenStatus(runId, 'cancelled');
  expect(run.nodes.work?.status).toBe('cancelled');
  expect(house.executions.size).toBe(0);
});

// Says its number once it leads a session of its own.
const runaway = `env -i setsid sleep 600 >/dev/null 2>&1 &
until [ $(ps -o sid= -p $!) = $! ]; do :; done
echo ${toldPid('$!')}`;

test.runIf(process.platform === 'linux')(
  'cancelling ends what left the group, the session and the environment, also when its command has ended',
  async () => {
    const runId = await startNodes({
      before: { type: 'cli', script: runaway },
      work: { type: 'cli', script: `${runaway}; wait` },
    });
    const pidOf = async (node: string) =>
      Number((await whenEvent(runId, 'output', (event) => event.node === node)).data.text.trim());
    const pids = [await pidOf('before'), await pidOf('work')];
    // Behind the wall the first has ended with its command.
    expect(isProcessRunning(pids[1] as number)).toBe(true);
    await cancelRun(house, { runId, actor: tester });
    expect(pids.map(isProcessRunning)).toEqual([false, false]);
  },
);

test('cancelling closes the open gate; a second cancel is told that the run has ended', async () => {
  const runId = await startNodes({ ask: { type: 'gate', kind: 'approval' } });
  await whenAsked(runId);
  await cancelRun(house, { runId, actor: tester });
  const run = await whenStatus(runId, 'cancelled');
  expect(run.gates).toMatchObject([{ status: 'closed', answer: null }]);
  await expect(cancelRun(house, { runId, actor: tester })).rejects.toMatchObject({ code: 'run_ended' });
});
