import { afterEach, beforeEach, expect, test } from 'vitest';
import { somebody } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { at, creation } from '../../testing/store/samples.ts';
import { readNeighbours } from './neighbours.ts';

let engine: ScratchEngine;
const owner = somebody('owner');

beforeEach(async () => {
  engine = await startScratchEngine();
  for (const second of [1, 2, 3, 4, 5]) {
    const status = second % 2 === 1 ? 'failed' : 'completed';
    const see = second === 4 ? ['team'] : null;
    await engine.store.commit(creation(`r${second}`, { createdAt: at(second), status, see }));
  }
});
afterEach(() => engine.stop());

const beside = (second: number, asked = {}, actor = owner) => readNeighbours(house, `r${second}`, asked, actor);

test('the newer run is above and the older one below, and the list ends at both ends', async () => {
  expect(await beside(3)).toEqual({ above: 'r4', below: 'r2' });
  expect(await beside(5)).toEqual({ above: null, below: 'r4' });
  expect(await beside(1)).toEqual({ above: 'r2', below: null });
});

test('with a filter they are those of the filter, also for a run that does not fit it any more', async () => {
  expect(await beside(3, { status: ['failed'] })).toEqual({ above: 'r5', below: 'r1' });
  expect(await beside(2, { status: ['failed'] })).toEqual({ above: 'r3', below: 'r1' });
});

test('a run that somebody may not see is nobody’s neighbour', async () => {
  expect(await beside(3, {}, somebody('otto', { role: 'operator' }))).toEqual({ above: 'r5', below: 'r2' });
});
