import { afterEach, beforeEach, expect, test } from 'vitest';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { startNodes, whenStatus } from '../testing/scratch-run.ts';
import { searchEvents } from './search-events.ts';

let engine: ScratchEngine;
beforeEach(async () => {
  engine = await startScratchEngine();
});
afterEach(() => engine.stop());

const allEventsOf = (runId: string) => house.store.readEvents(runId, { limit: 100_000 });

const loop = {
  again: { type: 'loop', body: 'step', done: 'sad', max: 300 },
  step: {
    type: 'action',
    max_visits: 2000,
    do: [{ type: 'set_state', field: 'computed.n', value: `number \${loop.index}` }],
  },
  back: { type: 'end_loop', loop: 'again', max_visits: 2000 },
  sad: { type: 'cli', command: ['false'], on_failure: 'skip' },
  over: { type: 'end' },
};

test('U8 a search looks at every event of a long run, tells how many fit, and is read page by page', async () => {
  const runId = await startNodes(loop);
  await whenStatus(runId, 'completed');
  const all = await allEventsOf(runId);
  expect(all.length).toBeGreaterThan(1500);
  const fitting = all.filter(({ type }) => type === 'loop_iteration').map(({ seq }) => seq);

  const newest = await searchEvents(house, runId, { text: 'Loop_iteration', errorsOnly: false, limit: 200 });
  expect(newest).toMatchObject({ count: fitting.length, up_to: all.at(-1)?.seq });
  expect(newest.events.map(({ seq }) => seq)).toEqual(fitting.slice(-200));
  const before = newest.events[0]?.seq ?? 0;
  const older = await searchEvents(house, runId, { text: 'loop_iteration', errorsOnly: false, limit: 200, before });
  expect([...older.events, ...newest.events].map(({ seq }) => seq)).toEqual(fitting);

  const first = await searchEvents(house, runId, { text: 'number 7', errorsOnly: false, after: 0, limit: 1 });
  expect(first.events).toHaveLength(1);
  expect(JSON.stringify(first.events[0]?.data)).toContain('number 7');
});

test('the next error after an event is found wherever it is, and none is none', async () => {
  const runId = await startNodes(loop);
  await whenStatus(runId, 'completed');
  const failed = (await allEventsOf(runId)).find(({ type }) => type === 'node_failed');
  const next = await searchEvents(house, runId, { text: '', errorsOnly: true, after: 3, limit: 1 });
  expect(next.events).toEqual([failed]);
  const after = failed?.seq ?? 0;
  expect((await searchEvents(house, runId, { text: '', errorsOnly: true, after, limit: 1 })).events).toEqual([]);
});

test('a run that is not there has no events to look at', async () => {
  await expect(searchEvents(house, 'nobody', { text: 'x', errorsOnly: false })).rejects.toMatchObject({
    code: 'not_found',
  });
});
