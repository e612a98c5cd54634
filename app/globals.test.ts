import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { statusLook } from './_components/status.tsx';

const css = readFileSync(new URL('./globals.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--color-([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name, { light, dark }] as const,
  ),
);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(text: string, behind: string, theme: 'light' | 'dark'): number {
  const of = (name: string) => luminance(tokens.get(name)?.[theme] ?? '');
  const [high = 0, low = 0] = [of(text), of(behind)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const surfaces = ['page', 'panel', 'raised', 'hover'];
const statuses = Object.keys(statusLook);
const pairs = [
  ...['ink', 'mute', 'faint', 'accent', ...statuses].flatMap((text) =>
    surfaces.map((behind) => [text, behind] as const),
  ),
  ...statuses.map((status) => [status, `${status}-soft`] as const),
  ['accent-ink', 'accent'] as const,
  ['accent-ink', 'accent-strong'] as const,
  ['accent', 'accent-soft'] as const,
  ['mute', 'accent-soft'] as const,
  ['faint', 'accent-soft'] as const,
];

test.each(['light', 'dark'] as const)('every text of the %s theme has a contrast of at least 4.5:1', (theme) => {
  const weak = pairs
    .map(([text, behind]) => ({ pair: `${text} on ${behind}`, contrast: contrast(text, behind, theme) }))
    .filter((each) => !(each.contrast >= 4.5));
  expect(weak).toEqual([]);
});
