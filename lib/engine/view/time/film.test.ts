import { expect, test } from 'vitest';
import { completed, eventsAt, midnight, runCompleted, started } from '../../../testing/engine/timed-events.ts';
import { emptyTimeline, foldTimeline } from '../timeline.ts';
import { filmFrames } from './film.ts';
import { foldAll, timeScale } from './time-scale.ts';
import { windowed } from './time-window.ts';

const timeline = foldTimeline(emptyTimeline, eventsAt([0, started('a')], [100, completed('a')], [100, runCompleted]));
const scale = timeScale(timeline, timeline.end ?? 0, foldAll);
const at = (...seconds: number[]) => seconds.map((second) => ({ id: second, at: midnight + second * 1000 }));
const framesOf = (on: typeof scale, ...seconds: number[]) =>
  filmFrames(on, at(...seconds), 0.1).map(({ left, images }) => [Number(left.toFixed(6)), images.map(({ id }) => id)]);

test('an image stands at its moment, and images that would overlap are one stack, in their order', () => {
  expect(framesOf(scale, 0, 4, 30, 35, 39, 40)).toEqual([
    [0, [0, 4]],
    [0.3, [30, 35, 39]],
    [0.4, [40]],
  ]);
});

test('zoomed in, what was a stack stands apart, and what is not shown is left out', () => {
  expect(framesOf(windowed(scale, { from: 28_000, to: 48_000 }), 0, 30, 35, 39, 90)).toEqual([
    [0.1, [30]],
    [0.35, [35]],
    [0.55, [39]],
  ]);
});

test('the last one ends with the axis', () => {
  expect(framesOf(scale, 50, 99)).toEqual([
    [0.5, [50]],
    [0.9, [99]],
  ]);
});
