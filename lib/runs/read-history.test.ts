import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunEvent } from '../engine/events.ts';
import { foldHistory, noHistory } from '../engine/view/run-history.ts';
import { askedWindow, countAll, isTooCoarse } from '../engine/view/thin-timeline.ts';
import { openScratchConsole, type ScratchConsole } from '../testing/scratch-console.ts';
import { creation } from '../testing/store/samples.ts';
import { readHistory, readTimeline } from './read-history.ts';

let scratch: ScratchConsole;
beforeEach(async () => {
  scratch = await openScratchConsole();
});
afterEach(() => scratch.close());

const start = Date.UTC(2026, 0, 1);
const visits = 25_000;
const at = (ms: number) => new Date(start + ms).toISOString();

/** Two seconds of work, then a step that is visited again and again, a millisecond each; one of them fails. */
function longRun(): RunEvent[] {
  const drafts: [number, Record<string, unknown>][] = [
    [0, { type: 'node_started', node: 'first', visit: 1, attempt: 1, data: { type: 'cli' } }],
    [2000, { type: 'node_completed', node: 'first', visit: 1, attempt: 1, data: { output: null, outcome: {} } }],
  ];
  for (let visit = 1; visit <= visits; visit += 1) {
    const keys = { node: 'step', visit, attempt: 1 };
    const end =
      visit === 7000
        ? { type: 'node_failed', data: { error: { code: 'exit', message: 'no' } } }
        : { type: 'node_completed', data: { output: null, outcome: {} } };
    drafts.push(
      [2000 + visit, { ...keys, type: 'node_started', data: { type: 'cli' } }],
      [2001 + visit, { ...keys, ...end }],
    );
  }
  drafts.push([2001 + visits, { type: 'run_completed', data: { outcome: 'success', message: null } }]);
  return drafts.map(([ms, draft], index) => ({ seq: index + 2, at: at(ms), ...draft }) as unknown as RunEvent);
}

test('U1 a run of 50,000 events is shown from its beginning to its end, and sent as few bars', async () => {
  const { store, house } = scratch;
  await store.commit(creation('r1'));
  const events = longRun();
  for (let from = 0; from < events.length; from += 500) {
    await store.commit({ runId: 'r1', expectedSeq: from + 1, events: events.slice(from, from + 500) });
  }

  const { timeline, facts } = await readHistory(house, 'r1', events.length + 1);
  expect([timeline.start, timeline.end]).toEqual([start, start + 2001 + visits]);
  expect(timeline.tracks.first?.bars).toMatchObject([{ kind: 'completed', start, end: start + 2000 }]);
  const bars = timeline.tracks.step?.bars ?? [];
  expect(bars[0]?.start).toBe(start + 2001);
  expect(bars.at(-1)?.end).toBe(start + 2001 + visits);
  expect(countAll(bars)).toBe(visits);
  expect(bars.length).toBeLessThan(1500);
  expect(bars.filter(({ kind }) => kind === 'failed').map(({ visit }) => visit)).toEqual([7000]);
  expect(bars.slice(-60).map(({ visit }) => visit)).toEqual(Array.from({ length: 60 }, (_, i) => visits - 59 + i));
  expect(JSON.stringify(timeline).length).toBeLessThan(400_000);
  expect(Object.keys(facts)).toEqual(['first', 'step']);

  // Looked at nearer, the same run has every visit of that part, and the rest says of how many it is made.
  const window = { from: 12_000, to: 12_200 };
  expect(isTooCoarse(timeline, timeline.end ?? 0, window)).toBe(true);
  const near = await readTimeline(house, 'r1', askedWindow(window));
  expect(isTooCoarse(near, near.end ?? 0, window)).toBe(false);
  const inside =
    near.tracks.step?.bars.filter((bar) => bar.start >= start + 12_000 && bar.start < start + 12_200) ?? [];
  expect(inside.map(({ visit, count }) => [visit, count])).toEqual(
    Array.from({ length: 200 }, (_, i) => [10_000 + i, undefined]),
  );
  expect(countAll(near.tracks.step?.bars ?? [])).toBe(visits);
  expect(JSON.stringify(near).length).toBeLessThan(500_000);
});

test('what was folded once is folded on, and is the same as folded anew', async () => {
  const { store, house } = scratch;
  await store.commit(creation('r1'));
  const events = longRun().slice(0, 60);
  await store.commit({ runId: 'r1', expectedSeq: 1, events: events.slice(0, 31) });
  const before = await readHistory(house, 'r1', 32);
  await store.commit({ runId: 'r1', expectedSeq: 32, events: events.slice(31) });
  const after = await readHistory(house, 'r1', 61);
  expect(after).toEqual(foldHistory(noHistory, events));
  // A page that was drawn before and is sent the rest comes to the same, also when it is sent too much.
  expect(foldHistory(foldHistory(before, events), events)).toEqual(after);
});
