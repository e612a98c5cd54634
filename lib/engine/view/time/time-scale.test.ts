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
import type { Draft } from '../../events.ts';
import { emptyTimeline, foldTimeline } from '../timeline.ts';
import { ticksOf } from './ticks.ts';
import { axisEnd, foldAll, foldNone, momentAt, placeBars, positionOf, timeScale } from './time-scale.ts';

describe('timeScale', () => {
  const aDayAtAGate = foldTimeline(
    emptyTimeline,
    eventsAt(
      [0, started('a')],
      [10, completed('a')],
      [10, gateOpened('g')],
      [86_410, gateAnswered('g')],
      [86_410, started('b')],
      [86_420, completed('b')],
      [86_420, runCompleted],
    ),
  );

  test('a wait that dwarfs the work is folded and the work stays in proportion', () => {
    const scale = timeScale(aDayAtAGate, aDayAtAGate.end ?? 0, foldAll);
    expect(scale.pieces.map((piece) => piece.folded)).toEqual([false, true, false]);
    expect(scale.pieces[0]?.width).toBeCloseTo(scale.pieces[2]?.width ?? 0);
    expect(scale.pieces[1]?.width).toBeLessThan(0.25);
  });

  test('unfolded, time is linear', () => {
    const scale = timeScale(aDayAtAGate, aDayAtAGate.end ?? 0, foldNone);
    expect(positionOf(scale, midnight + 43_210_000)).toBeCloseTo(0.5);
  });

  test('a fold that is opened is drawn as long as it was; the others stay folded', () => {
    const [, fold] = timeScale(aDayAtAGate, aDayAtAGate.end ?? 0, foldAll).pieces;
    const opened = { none: false, opened: new Set([fold?.quiet?.from ?? 0]) };
    const scale = timeScale(aDayAtAGate, aDayAtAGate.end ?? 0, opened);
    expect(scale.pieces.map((piece) => [piece.folded, piece.quiet !== null])).toEqual([
      [false, false],
      [false, true],
      [false, false],
    ]);
    expect(positionOf(scale, midnight + 43_210_000)).toBeCloseTo(0.5);
    // Nothing is folded between them: the ticks count from the run's beginning.
    expect(ticksOf(scale).every(({ since }) => since === null)).toBe(true);
  });

  test('what stands at a place is the moment that was put there', () => {
    const scale = timeScale(aDayAtAGate, aDayAtAGate.end ?? 0, foldAll);
    for (const second of [0, 5, 10, 500, 50_000, 86_410, 86_415])
      expect(momentAt(scale, positionOf(scale, midnight + second * 1000))).toBeCloseTo(midnight + second * 1000, -1);
    expect(momentAt(scale, 1)).toBe(scale.end);
  });

  test('the place of a moment never goes back as time goes on', () => {
    const scale = timeScale(aDayAtAGate, aDayAtAGate.end ?? 0, foldAll);
    const places = [0, 5, 10, 500, 50_000, 86_410, 86_415, 86_420].map((second) =>
      positionOf(scale, midnight + second * 1000),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.at(-1)).toBe(1);
  });

  test('a live axis ends at a round length so that bars do not creep', () => {
    const live = foldTimeline(emptyTimeline, eventsAt([0, started('a')]));
    expect(axisEnd(live, midnight + 11_000)).toBe(axisEnd(live, midnight + 13_000));
  });

  test('an open wait that is folded keeps its width however long it lasts', () => {
    const open = foldTimeline(emptyTimeline, eventsAt([0, started('a')], [10, completed('a')], [10, gateOpened('g')]));
    const widths = [100, 1000, 100_000].map(
      (second) => timeScale(open, midnight + second * 1000, foldAll).pieces.at(-1)?.width,
    );
    expect(new Set(widths.map((width) => width?.toFixed(6))).size).toBe(1);
  });

  test('bars that share a pixel become one', () => {
    const events = eventsAt(
      ...Array.from({ length: 2000 }, (_, i): [number, Draft] => [
        i,
        i % 2 ? completed('a', i - 1) : started('a', 1, i),
      ]),
    );
    const timeline = foldTimeline(emptyTimeline, [
      ...events,
      ...eventsAt([2000, runCompleted]).map((event) => ({ ...event, seq: 2001 })),
    ]);
    const bars = placeBars(
      timeScale(timeline, midnight + 2_000_000, foldAll),
      timeline.tracks.a?.bars ?? [],
      midnight + 2_000_000,
    );
    expect(bars.length).toBeLessThanOrEqual(500);
    expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(1000);
  });

  test('ticks are round and far enough apart to be read', () => {
    const ticks = ticksOf(timeScale(aDayAtAGate, aDayAtAGate.end ?? 0, foldAll));
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks.length).toBeLessThan(12);
    for (const [index, tick] of ticks.entries()) {
      const before = ticks[index - 1];
      if (before) expect(tick.left - before.left).toBeGreaterThanOrEqual(0.07);
    }
  });
});
