import { afterEach, beforeEach, expect, test } from 'vitest';
import { somebody, tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { whenStatus } from '../../testing/scratch-run.ts';
import { startRun } from '../start-run.ts';
import { otherRuns, type RunShown, readNodeShown, readRunShown } from './read-comparison.ts';

const outside = somebody('otto', { role: 'operator' });
const inside = somebody('ida', { role: 'operator', groups: ['team'] });
const script = 'test -f there || { touch there; exit 3; }; echo found';

let engine: ScratchEngine;
beforeEach(async () => {
  engine = await startScratchEngine();
});
afterEach(() => engine.stop());

async function ran(access: object = {}): Promise<string> {
  const nodes = { work: { type: 'cli', script, retry: { attempts: 2, backoff: '1ms' } } };
  const { id } = await startRun(house, {
    source: JSON.stringify({ gatehouse: 1, name: 'S', ...access, nodes }),
    actor: tester,
  });
  await whenStatus(id, 'completed');
  return id;
}

test('a run that somebody may not see is not there to be compared with, nor offered', async () => {
  const [narrow, open] = [await ran({ access: { see: ['team'] } }), await ran()];
  expect(await readRunShown(house, narrow, outside)).toBeNull();
  expect(await readRunShown(house, 'nothing', outside)).toBeNull();
  const shown = (await readRunShown(house, open, outside)) as RunShown;
  expect(await otherRuns(house, shown, outside)).toEqual({ others: [], previous: null });
  const { others, previous } = await otherRuns(house, shown, inside);
  expect(others.map(({ id }) => id)).toEqual([narrow]);
  expect(previous).toBe(narrow);
});

test('each attempt of a visit is read for itself, and what never was is nothing', async () => {
  const shown = (await readRunShown(house, await ran(), tester)) as RunShown;
  const read = (visit: number, attempt: number | null) => readNodeShown(house, shown, { node: 'work', visit, attempt });
  expect(await read(1, 1)).toMatchObject({ attempt: 1, standing: 'failed', facts: { error: { code: 'exit_code' } } });
  expect(await read(1, 2)).toMatchObject({ attempt: 2, standing: 'completed', output: { stdout: 'found\n' } });
  expect(await read(7, null)).toBeNull();
});
