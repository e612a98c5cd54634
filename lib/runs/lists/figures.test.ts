import { afterEach, beforeEach, expect, test } from 'vitest';
import { somebody } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { answer, creation, gate, step } from '../../testing/store/samples.ts';
import { readFigures, waitsOf } from './figures.ts';
import { dayOf } from './when.ts';

let engine: ScratchEngine;
beforeEach(async () => {
  engine = await startScratchEngine();
});
afterEach(() => engine.stop());

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('the figures are those of the runs that somebody may see', async () => {
  const { store } = engine;
  const now = ago(0);
  await store.commit(creation('asks', { status: 'waiting', createdAt: now }));
  await store.commit(step('asks', 1, { gates: [gate('asks', 'g1'), gate('asks', 'g2')] }));
  await store.commit(creation('hidden', { status: 'waiting', createdAt: now, see: ['team'] }));
  await store.commit(step('hidden', 1, { gates: [gate('hidden', 'g1')] }));
  await store.commit(creation('failed', { status: 'failed', createdAt: now, endedAt: now, cost: 0.5 }));
  await store.commit(creation('old', { status: 'failed', createdAt: ago(20_000), endedAt: ago(20_000), cost: 9 }));
  const given = { ...answer, via: 'session', at: now } as const;
  const byItself = { ...given, via: 'auto' } as const;
  await store.commit(
    step('failed', 1, {
      gates: [
        gate('failed', 'g1', { status: 'answered', opened_at: ago(30), answer: given }),
        gate('failed', 'g2', { status: 'answered', opened_at: ago(300), answer: byItself }),
      ],
    }),
  );
  const all = await readFigures(house, somebody('ada'));
  expect(all).toMatchObject({ waiting: 2, failed_today: 1, waits: [{ workflow: 'release', answers: 1 }] });
  expect(Math.round((all.waits[0]?.median ?? 0) / 60_000)).toBe(30);
  expect(all.costs).toHaveLength(7);
  expect(all.costs.at(-1)).toEqual({ day: dayOf(new Date()), cost: 0.5 });
  expect(await readFigures(house, somebody('otto', { role: 'operator' }))).toMatchObject({
    waiting: 1,
    failed_today: 1,
  });
});

test('those who see the same are answered once in some seconds', async () => {
  const first = readFigures(house, somebody('ada'));
  expect(readFigures(house, somebody('ben'))).toBe(first);
  expect(readFigures(house, somebody('otto', { role: 'operator' }))).not.toBe(first);
  await first;
});

test('the median is that of a workflow’s own answers, and the most asked comes first', () => {
  const took = (workflow: string, minutes: number) => ({
    ...{ workflow, name: workflow, openedAt: ago(minutes) },
    answeredAt: ago(0),
  });
  const waits = waitsOf([took('a', 1), took('b', 5), took('b', 500), took('b', 7)]);
  expect(waits.map(({ workflow, answers, median }) => [workflow, answers, Math.round(median / 60_000)])).toEqual([
    ['b', 3, 7],
    ['a', 1, 1],
  ]);
});
