import { expect, test } from 'vitest';
import { decideOver } from '../testing/nodes/node-context.ts';
import { end } from './end.ts';

test('an end says its outcome, and success when nothing is said', () => {
  expect(end.decide?.(end.fields.parse({}), decideOver({}))).toEqual({ kind: 'end', outcome: 'success', message: '' });
  const failed = end.fields.parse({
    outcome: 'failure',
    message: 'Lost ${n}',
    summary: { n: '${n}' },
    recovery: 'Look at ${n}',
  });
  expect(end.decide?.(failed, decideOver({ n: 2 }))).toEqual({
    kind: 'end',
    outcome: 'failure',
    message: 'Lost 2',
    summary: { n: 2 },
    recovery: 'Look at 2',
  });
});

test('an unknown outcome is refused', () => {
  expect(end.fields.safeParse({ outcome: 'fine' }).success).toBe(false);
});
