import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startScratchEngine } from '../../testing/scratch-engine.ts';
import { directoriesIn } from '../work/run-directories.ts';
import { startHousekeeping } from './housekeeping.ts';

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
  const engine = await scratchEngine();
  const [first, second] = [await engine.settle(short), await engine.settle(short)];
  await engine.restart({ GATEHOUSE_KEEP_RUNS: '1' });
  while ((await engine.store.knownRuns([first])).length > 0);
  expect(await engine.store.knownRuns([first, second])).toEqual([second]);
});

test('a removal that was cut off is finished at the start', async () => {
  const engine = await scratchEngine();
  const workflow = join(engine.dataDirectory, 'runs', 'short');
  mkdirSync(join(workflow, '.removed-r1-0a1b2c3d', 'workspace'), { recursive: true });
  await engine.restart();
  while ((await directoriesIn(workflow)).length > 0);
  expect(existsSync(workflow)).toBe(true);
});

test('when stopping has resolved nothing is under way, and stopping twice is harmless', async () => {
  const engine = await scratchEngine();
  for (let count = 0; count < 5; count++) await engine.settle(short);
  engine.house.env.keepRuns = 1;
  const housekeeping = startHousekeeping(engine.house);
  await housekeeping.stop();
  const left = await engine.store.countEndedRuns();
  await housekeeping.stop();
  expect(await engine.store.countEndedRuns()).toBe(left);
});
