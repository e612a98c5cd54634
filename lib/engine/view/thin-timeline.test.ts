import { expect, test } from 'vitest';
import { askedWindow } from './thin-timeline.ts';

test('windows that are near each other ask for the same part, which holds all of them and is not much wider', () => {
  expect(askedWindow({ from: 1000, to: 1100 })).toEqual({ from: 960, to: 1152 });
  expect(askedWindow({ from: 1010, to: 1090 })).toEqual({ from: 960, to: 1152 });
  for (const window of [
    { from: 0, to: 5 },
    { from: 63, to: 65 },
    { from: 12_345, to: 99_999 },
  ]) {
    const asked = askedWindow(window);
    expect(asked.from).toBeLessThanOrEqual(window.from);
    expect(asked.to).toBeGreaterThanOrEqual(window.to);
    expect(asked.to - asked.from).toBeLessThanOrEqual(3 * (window.to - window.from));
  }
});
