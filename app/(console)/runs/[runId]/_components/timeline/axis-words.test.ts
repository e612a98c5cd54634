import { expect, test } from 'vitest';
import { axisWords } from './axis-words.ts';

const at = (...seconds: number[]) => seconds.map((second) => ({ left: 0, elapsed: second * 1000, since: null }));

test('a tick says as much as it needs, and no two say the same', () => {
  expect(axisWords(at(0, 30, 60, 90))).toEqual(['0', '30 s', '1 min', '1 min 30 s']);
  expect(axisWords(at(0, 0.05, 0.5, 1.5))).toEqual(['0', '50 ms', '500 ms', '1.5 s']);
  expect(axisWords(at(0, 86_400, 86_460, 90_300, 90_360))).toEqual([
    '0',
    '1 d',
    '1 d 1 min',
    '1 d 1 h',
    '1 d 1 h 6 min',
  ]);
});

test('after folded waiting the ticks count from where the work went on', () => {
  const ticks = [...at(0, 86_410), { left: 0, elapsed: 86_412_000, since: 2000 }];
  expect(axisWords(ticks)).toEqual(['0', '1 d 10 s', '+2 s']);
});

test('far into a run, the ticks of a near look count from the first of them', () => {
  expect(axisWords(at(3723, 3723.02, 3723.04))).toEqual(['1 h 2 min 3 s', '+20 ms', '+40 ms']);
});
