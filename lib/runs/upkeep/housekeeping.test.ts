import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { onRunChange } from '../../stream/notifier.ts';
import { startScratchEngine } from '../../testing/scratch-engine.ts';
import { directoriesIn } from '../work/run-directories.ts';
import { startHousekeeping, stopHousekeeping } from './housekeeping.ts';

const short = `
gatehouse: 1
name: Short
nodes:
  done: { type: end, outcome: success }
`;

async function scratchEngine(env: Record<string, string> = {}) {
  const engine = await startScratchEngine(env);
  onTestFinished(() => engine.stop());
  return engine;
}

test('retention is applied at the start, not only an hour later', async () => {
  const engine = await scratchEngine({ GATEHOUSE_KEEP_RUNS: '1' });
  await stopHousekeeping();
  const [first, second] = [await engine.settle(short), await engine.settle(short)];
  const gone = new Promise<void>((resolve) => onTestFinished(onRunChange(first, () => resolve())));
  startHousekeeping();
  await gone;
  expect(await engine.store.knownRuns([first, second])).toEqual([second]);
});

test('a removal that was cut off is finished at the start', async () => {
  const engine = await scratchEngine();
  await stopHousekeeping();
  const workflow = join(engine.dataDirectory, 'runs', 'short');
  mkdirSync(join(workflow, '.removed-r1-0a1b2c3d', 'workspace'), { recursive: true });
  startHousekeeping();
  while ((await directoriesIn(workflow)).length > 0);
  expect(existsSync(workflow)).toBe(true);
});

test('when stopping has resolved nothing is under way, and stopping twice is harmless', async () => {
  const engine = await scratchEngine({ GATEHOUSE_KEEP_RUNS: '1' });
  for (let count = 0; count < 5; count++) await engine.settle(short);
  startHousekeeping();
  await stopHousekeeping();
  const left = await engine.store.countEndedRuns();
  await stopHousekeeping();
  expect(await engine.store.countEndedRuns()).toBe(left);
});
