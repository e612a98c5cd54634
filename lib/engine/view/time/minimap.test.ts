import { expect, test } from 'vitest';
import { completed, eventsAt, midnight, runCompleted, started } from '../../../testing/engine/timed-events.ts';
import type { Draft } from '../../events.ts';
import { emptyTimeline, foldTimeline } from '../timeline.ts';
import { minimapMarks } from './minimap.ts';
import { foldAll, timeScale } from './time-scale.ts';

const failed = (node: string, visit: number): Draft => ({
  type: 'node_failed',
  node,
  visit,
  attempt: 1,
  data: { error: { code: 'exit', message: 'no' } },
});

function marksOf(nodes: string[], ...drafts: [number, Draft][]) {
  const timeline = foldTimeline(emptyTimeline, eventsAt(...drafts));
  const now = timeline.end ?? midnight;
  return minimapMarks(timeline, nodes, timeScale(timeline, now, foldAll), now);
}

test('a node is a lane, its work a mark', () => {
  const marks = marksOf(
    ['a', 'b'],
    [0, started('a')],
    [5, completed('a')],
    [5, started('b')],
    [10, completed('b')],
    [10, runCompleted],
  );
  expect(marks).toEqual([
    { lane: 0, left: 0, width: 0.5, kind: 'completed' },
    { lane: 1, left: 0.5, width: 0.5, kind: 'completed' },
  ]);
});

test('one failure among ten thousand visits is seen, and the strip stays small', () => {
  const visits = Array.from({ length: 10_000 }, (_, i): [number, Draft][] => [
    [i, started('a', 1, i + 1)],
    [i + 1, i === 7000 ? failed('a', i + 1) : completed('a', i + 1)],
  ]).flat();
  const marks = marksOf(['a'], ...visits, [10_000, runCompleted]);
  expect(marks.map(({ kind }) => kind)).toEqual(['completed', 'failed', 'completed']);
});

test('many nodes share few lanes, in their order', () => {
  const nodes = Array.from({ length: 100 }, (_, i) => `n${i}`);
  const drafts = nodes.flatMap((node, i): [number, Draft][] => [
    [i, started(node)],
    [i + 1, completed(node)],
  ]);
  const marks = marksOf(nodes, ...drafts, [100, runCompleted]);
  expect(new Set(marks.map(({ lane }) => lane)).size).toBe(8);
  expect(marks.toSorted((a, b) => a.left - b.left).map(({ lane }) => lane)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
