import { expect, test } from 'vitest';
import { bareOptions, kindOf, severalOfAKind } from './same-kind.ts';

type Asked = Parameters<typeof kindOf>[0];
const option = (id: string) => ({ id, label: id, description: null, style: 'normal' as const, leads_to: '' });
const field = (more: Partial<Asked['fields'][number]>) => ({
  name: 'note',
  type: 'text',
  label: 'Note',
  description: null,
  required: false,
  required_for: [],
  ...more,
});
const gate = (more: Partial<Asked> = {}): Asked => ({
  workflow: 'release',
  node: 'review',
  purpose: 'node',
  options: [option('yes'), option('no')],
  fields: [],
  ...more,
});

test('answers that need a value are not given together, and a form that always needs one is none of a kind', () => {
  const partly = gate({ fields: [field({ required_for: ['no'] })] });
  expect(bareOptions(partly).map(({ id }) => id)).toEqual(['yes']);
  expect(kindOf(gate({ fields: [field({ required: true })] }))).toBeNull();
});

test.each(['server', 'tool', 'budget'] as const)('a %s gate stands alone', (purpose) => {
  expect(kindOf(gate({ purpose }))).toBeNull();
});

test('of one kind are those of one step of one workflow with the same answers', () => {
  expect(kindOf(gate())).toBe(kindOf(gate()));
  const others = [
    gate({ workflow: 'other' }),
    gate({ node: 'other' }),
    gate({ purpose: 'failure' }),
    gate({ options: [option('yes')] }),
    gate({ fields: [field({ required_for: ['no'] })] }),
  ];
  for (const other of others) expect(kindOf(other)).not.toBe(kindOf(gate()));
  const rows = [gate(), others[0] as Asked, gate(), gate({ purpose: 'tool' }), gate({ purpose: 'tool' })];
  expect([...severalOfAKind(rows.map((each) => ({ gate: each }))).values()].map(({ length }) => length)).toEqual([2]);
});
