import { expect, test } from 'vitest';
import { nearest } from './suggest.ts';

test.each<[string, string[], string | undefined]>([
  ['smoek', ['deploy', 'smoke'], 'smoke'],
  ['comand', ['command', 'comment'], 'command'],
  ['Inputs', ['inputs'], 'inputs'],
  ['startsWith', ['startswith', 'endswith'], 'startswith'],
  ['a', ['b', 'c'], undefined],
  ['xyz', ['inputs', 'computed'], undefined],
  ['smoke', ['smoke'], undefined],
  ['', ['a'], undefined],
  ['x'.repeat(100), [`${'x'.repeat(99)}y`], undefined],
  ['flag', ['flags', 'flat'], 'flags'],
  ['shell', ['skill', 'cli'], 'cli'],
  ['end', ['env', 'complete'], 'complete'],
  ['shell', ['skill'], 'skill'],
  ['constructor', ['cli'], undefined],
])('%s among %j', (word, candidates, expected) => {
  expect(nearest(word, candidates)).toBe(expected);
});
