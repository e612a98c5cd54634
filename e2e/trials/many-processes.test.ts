import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { cancelRun } from '#lib/runs/cancel-run.ts';
import { tester } from '#lib/testing/actors.ts';
import { isProcessRunning, toldPid } from '#lib/testing/clients/is-running.ts';
import { house } from '#lib/testing/house.ts';
import { startScratchEngine } from '#lib/testing/scratch-engine.ts';
import { sourceOf, startNodes, whenEvent, whenRun } from '#lib/testing/scratch-run.ts';
import { startEngineProcess } from '../headless/engine-process.ts';

const cancelled = 40;
const patience = 180_000;

test(
  `D7 cancelling ${cancelled} running runs at once holds up nobody else, and leaves no process`,
  async () => {
    const engine = await startScratchEngine();
    onTestFinished(() => engine.stop());
    const work = { type: 'cli', command: ['sh', '-c', `echo ${toldPid()}; sleep 600 & wait`] };
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

test('D13 what a command left in a session of its own ends with its run', async () => {
  const engine = await startScratchEngine();
  onTestFinished(() => engine.stop());
  const left = [
    'sh',
    '-c',
    `setsid sh -c 'echo ${toldPid()} > left; exec sleep 600' >/dev/null 2>&1 </dev/null & while [ ! -s left ]; do sleep 0.02; done; cat left`,
  ];
  const run = await startNodes({ work: { type: 'cli', command: left } });
  const { state } = await whenRun(run, ({ status }) => status === 'completed');
  const pid = Number((state.outputs.work as { stdout: string }).stdout);
  expect(pid).toBeGreaterThan(1);
  while (house.queue.has(run)) await delay(10);
  expect(isProcessRunning(pid)).toBe(false);
});

/** What whoever runs the tests has left open may have a number above the limit that is set below; no child could have it. */
const closeAll = 'for f in /proc/$$/fd/*; do n=${f##*/}; (( n > 2 )) && eval "exec $n>&-"; done; exec "$@"';
const withNothingOpen = ['bash', '-c', closeAll, 'bash'];

test.each([
  ['commands', 30, false],
  ['commands in the background', 8, true],
])(
  'D16 at the limit of descriptors %s wait and try again, and none of them fails',
  async (_, commands, background) => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-scarce-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const engine = startEngineProcess(directory, null, { through: withNothingOpen });
    onTestFinished(() => void engine.kill());
    const nodes = {
      each: {
        type: 'map',
        items: Array.from({ length: commands }, (_, index) => index),
        body: 'work',
        limit: commands,
        next: 'complete',
      },
      work: { type: 'cli', command: ['sh', '-c', 'sleep 0.5; echo done'], background, on_failure: 'fail' },
    };
    // It is ready once it has answered.
    await expect(engine.ask({ do: 'state', run: 'none' })).rejects.toThrow('no run');
    const most = readdirSync(`/proc/${engine.pid}/fd`).length + 30;
    execFileSync('prlimit', ['--pid', String(engine.pid), `--nofile=${most}:${most}`]);
    const { id } = await engine.ask({ do: 'start', source: sourceOf(nodes), inputs: {}, key: 'one' });
    const end = await engine.ask({ do: 'wait', run: id });
    const { events } = await engine.ask({ do: 'state', run: id });
    expect(events.filter(({ type }) => type === 'retry' || type === 'node_failed')).toEqual([]);
    expect(end).toEqual({ status: 'completed', gates: [] });
    expect(events.filter(({ type, node }) => type === 'node_completed' && node === 'work')).toHaveLength(commands);
  },
  patience,
);
