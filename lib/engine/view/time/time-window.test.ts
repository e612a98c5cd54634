import { describe, expect, test } from 'vitest';
import {
  completed,
  eventsAt,
  gateAnswered,
  gateOpened,
  midnight,
  runCompleted,
  started,
} from '../../../testing/engine/timed-events.ts';
import { emptyTimeline, foldTimeline } from '../timeline.ts';
import { ticksOf } from './ticks.ts';
import { foldAll, foldNone, placeBars, positionOf, timeScale } from './time-scale.ts';
import {
  atZoomLevel,
  edgeMoved,
  moved,
  spanOf,
  windowAt,
  windowed,
  windowOf,
  windowWords,
  zoomed,
  zoomLevel,
} from './time-window.ts';

//  a 0–10 s · an hour at the gate · b 3610–3620 s
const timeline = foldTimeline(
  emptyTimeline,
  eventsAt(
    [0, started('a')],
    [10, completed('a')],
    [10, gateOpened('g')],
    [3610, gateAnswered('g')],
    [3610, started('b')],
    [3620, completed('b')],
    [3620, runCompleted],
  ),
);
const folded = timeScale(timeline, timeline.end ?? 0, foldAll);
const linear = timeScale(timeline, timeline.end ?? 0, foldNone);
const all = { left: 0, right: 1 };

test('a window is read back from its words; what is none is the whole run', () => {
  expect(windowOf(windowWords({ from: 120, to: 4500 }))).toEqual({ from: 120, to: 4500 });
  for (const none of [null, '', '5', '9-3', '3-3', '-3-9', '1e3-2e3']) expect(windowOf(none)).toBeNull();
});

describe('the scale of a window', () => {
  test('begins and ends with it, and what lies outside is not drawn', () => {
    const scale = windowed(folded, { from: 5000, to: 3_615_000 });
    expect(positionOf(scale, midnight + 5000)).toBe(0);
    expect(positionOf(scale, midnight + 3_615_000)).toBe(1);
    expect(scale.pieces.map((piece) => piece.folded)).toEqual([false, true, false]);
    expect(scale.pieces.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(1);
    const late = windowed(folded, { from: 3_612_000, to: 3_615_000 });
    expect(placeBars(late, timeline.tracks.a?.bars ?? [], midnight)).toEqual([]);
    expect(placeBars(late, timeline.tracks.b?.bars ?? [], midnight)).toMatchObject([{ left: 0, width: 1 }]);
  });

  test('a fold at its edge still says how long all of it is', () => {
    const [, fold] = windowed(folded, { from: 5000, to: 600_000 }).pieces;
    expect(fold?.quiet).toEqual({ from: midnight + 10_000, to: midnight + 3_610_000 });
  });

  test('its ticks are the round moments of the run, not of the window', () => {
    const ticks = ticksOf(windowed(linear, { from: 1_234_567, to: 1_534_567 }));
    expect(ticks.length).toBeGreaterThan(2);
    for (const { elapsed } of ticks) expect(elapsed % 60_000).toBe(0);
  });

  test('one that lies outside the run shows the whole run', () => {
    expect(windowed(folded, { from: 9_000_000, to: 9_100_000 })).toBe(folded);
  });
});

describe('zoom', () => {
  test('what is under the pointer stays under it', () => {
    const span = zoomed(folded, all, 4, 0.8);
    expect(span.right - span.left).toBeCloseTo(0.25);
    expect(span.left + 0.8 * 0.25).toBeCloseTo(0.8);
  });

  test('never leaves the run, and out again is the whole of it', () => {
    const near = zoomed(folded, all, 10, 1);
    expect(near.right).toBe(1);
    expect(windowAt(folded, zoomed(folded, near, 0.01, 0))).toBeNull();
  });

  test('goes down to milliseconds and no further', () => {
    const nearest = windowAt(linear, zoomed(linear, all, 1e12, 0.4));
    expect((nearest?.to ?? 0) - (nearest?.from ?? 0)).toBe(5);
  });

  test('its level goes from the whole run to the nearest, and back to the same width', () => {
    expect(zoomLevel(folded, all)).toBe(0);
    const half = atZoomLevel(folded, all, 0.5);
    expect(zoomLevel(folded, half)).toBeCloseTo(0.5);
    expect(zoomLevel(folded, atZoomLevel(folded, half, 1))).toBeCloseTo(1);
  });
});

describe('the brush', () => {
  test('a window stands where it was put, in time', () => {
    const window = windowAt(linear, { left: 0.25, right: 0.5 });
    expect(window).toEqual({ from: 905_000, to: 1_810_000 });
    const span = spanOf(linear, window);
    expect([span.left, span.right]).toEqual([0.25, 0.5]);
  });

  test('is moved as far as the edge and keeps its width', () => {
    expect(moved({ left: 0.2, right: 0.4 }, 0.5).left).toBeCloseTo(0.3);
    expect(moved({ left: 0.2, right: 0.4 }, 100)).toEqual({ left: 0.8, right: 1 });
  });

  test('an edge never passes the other', () => {
    const span = { left: 0.2, right: 0.4 };
    expect(edgeMoved(linear, span, 'left', 0.9).left).toBeLessThan(0.4);
    expect(edgeMoved(linear, span, 'right', 0).right).toBeGreaterThan(0.2);
    expect(edgeMoved(linear, span, 'right', 7).right).toBe(1);
  });
});
