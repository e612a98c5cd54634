import { expect, test } from 'vitest';
import { decideOver } from '../testing/nodes/node-context.ts';
import { markedFields } from './contract/marked-fields.ts';
import { ifNode } from './if.ts';

const fields = ifNode.fields.parse({ condition: 'n > 2', then: 'big', else: 'small' });

test.each([
  [3, true, 'big'],
  [2, false, 'small'],
])('with %d the condition is %s and the way is %s', (n, result, to) => {
  expect(ifNode.decide?.(fields, decideOver({ n }))).toEqual({
    kind: 'complete',
    result,
    to,
    branch: { condition: 'n > 2', result, to },
  });
});

test('without else a false condition leaves the way open', () => {
  const open = ifNode.fields.parse({ condition: 'n > 2', then: 'big' });
  expect(ifNode.decide?.(open, decideOver({ n: 1 }))).toMatchObject({ result: false, to: null });
});

test('both ways are targets, and a disabled if is passed by else', () => {
  expect(markedFields(ifNode.fields, fields)).toEqual([
    { kind: 'lazy', at: ['condition'], value: 'n > 2' },
    { kind: 'expression', at: ['condition'], value: 'n > 2' },
    { kind: 'target', by: 'branch', at: ['then'], value: 'big' },
    { kind: 'target', by: 'branch', at: ['else'], value: 'small' },
  ]);
  expect(ifNode.passedBy?.(fields)).toBe('small');
});
