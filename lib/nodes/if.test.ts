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

test('an audit asks every part of the condition, and keeps what each said beside the decision', () => {
  const audited = ifNode.fields.parse({
    condition: {
      type: 'all_of',
      conditions: [
        'n > 2',
        { type: 'state_not_null', field: 'name' },
        'nobody.knows',
        { type: 'flag_set', flag: 'on' },
      ],
    },
    then: 'big',
    else: 'small',
    audit: { messages: { 'n > 2': 'n is ${n}', state_not_null: 'No name' } },
  });
  const decision = ifNode.decide?.(audited, decideOver({ n: 1, name: null, flags: { on: true } }));
  expect(decision).toMatchObject({ result: false, to: 'small' });
  expect((decision as { changes: unknown[] }).changes).toEqual([
    {
      op: 'set',
      path: 'computed.audit_results',
      value: {
        passed: false,
        total: 4,
        passed_count: 1,
        failed_count: 3,
        results: [
          { index: 0, condition: 'n > 2', passed: false, message: 'n is 1' },
          { index: 1, condition: 'state_not_null name', passed: false, message: 'No name' },
          { index: 2, condition: 'nobody.knows', passed: false },
          { index: 3, condition: 'flag_set on', passed: true },
        ],
      },
    },
  ]);
  expect(ifNode.writes?.(audited)).toEqual(['computed.audit_results']);
});
