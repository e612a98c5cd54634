import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cancelRun } from '#lib/runs/cancel-run.ts';
import { tester } from '#lib/testing/actors.ts';
import { isProcessRunning } from '#lib/testing/clients/is-running.ts';
import { house } from '#lib/testing/house.ts';
import { startScratchEngine } from '#lib/testing/scratch-engine.ts';
import { startNodes, whenEvent, whenRun } from '#lib/testing/scratch-run.ts';
import { prepareTrial } from './trial-console.ts';

const cancelled = 40;
const patience = 180_000;

test(
  `D7 cancelling ${cancelled} running runs at once holds up nobody else, and leaves no process`,
  async ({ onTestFinished }) => {
    const engine = await startScratchEngine();
    onTestFinished(() => engine.stop());
    const work = { type: 'cli', command: ['sh', '-c', 'echo $$; sleep 600 & wait'] };
    const runs = await Promise.all(Array.from({ length: cancelled }, () => startNodes({ work })));
    const said = await Promise.all(runs.map((run) => whenEvent(run, 'output')));
    const delayed = monitorEventLoopDelay({ resolution: 10 });
    delayed.enable();
    await Promise.all(runs.map((runId) => cancelRun(house, { runId, actor: tester })));
    delayed.disable();
    // A tenth of a second is nothing to a person; before, everybody waited for seconds.
    expect(delayed.max / 1e6).toBeLessThan(1000);
    for (const { data } of said) expect(isProcessRunning(Number.parseInt(data.text, 10))).toBe(false);
  },
  patience,
);

test('D13 what a command left in a session of its own ends with its run', async ({ onTestFinished }) => {
  const engine = await startScratchEngine();
  onTestFinished(() => engine.stop());
  const left = [
    'sh',
    '-c',
    'setsid sh -c "echo \\$\\$ > left; exec sleep 600" >/dev/null 2>&1 </dev/null & while [ ! -s left ]; do sleep 0.02; done; cat left',
  ];
  const run = await startNodes({ work: { type: 'cli', command: left } });
  const { state } = await whenRun(run, ({ status }) => status === 'completed');
  const pid = Number((state.outputs.work as { stdout: string }).stdout);
  expect(pid).toBeGreaterThan(1);
  while (house.queue.has(run)) await delay(10);
  expect(isProcessRunning(pid)).toBe(false);
});

test(
  'D16 at the limit of descriptors commands wait and try again, and none of them fails',
  async () => {
    const trial = prepareTrial({
      many: {
        nodes: {
          each: { type: 'map', items: '${inputs.items}', body: 'work', limit: 60 },
          work: { type: 'cli', command: ['sh', '-c', 'sleep 0.2; echo done'], on_failure: 'fail' },
        },
        inputs: { items: { type: 'json' } },
      },
    });
    const console = await trial.open();
    const open = readdirSync(`/proc/${console.pid}/fd`).length;
    const most = open + 60;
    execFileSync('prlimit', ['--pid', String(console.pid), `--nofile=${most}:${most}`]);
    const run = await console.start('many', { items: Array.from({ length: 60 }, (_, index) => index) });
    const ended = await console.ended(run);
    expect([ended.status, ended.message]).toEqual(['completed', null]);
    expect((await console.eventsOf(run)).filter(({ type }) => type === 'retry' || type === 'node_failed')).toEqual([]);
  },
  patience,
);
