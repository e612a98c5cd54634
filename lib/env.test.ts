import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

test('runs are kept for ever unless the environment says otherwise', () => {
  expect(readEnv({})).toMatchObject({ keepDays: null, keepRuns: null });
  expect(readEnv({ GATEHOUSE_KEEP_DAYS: '30', GATEHOUSE_KEEP_RUNS: ' 500 ' })).toMatchObject({
    keepDays: 30,
    keepRuns: 500,
  });
});

test('all problems of the environment are told at once', () => {
  const wrong = { PORT: '99999', GATEHOUSE_KEEP_DAYS: '0', GATEHOUSE_KEEP_RUNS: 'many', GATEHOUSE_TOKEN: 'short' };
  const names = Object.keys(wrong);
  expect(() => readEnv(wrong)).toThrow('4 problem(s)');
  for (const name of names) expect(() => readEnv(wrong)).toThrow(name);
});
