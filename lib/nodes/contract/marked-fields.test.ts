import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { binding, expression, keeps, lazy, target, verbatim } from './field-kinds.ts';
import { markedFields, namesOfKind } from './marked-fields.ts';

/** Kind and place of what is found, in order. */
const found = (schema: z.ZodType, value: object) =>
  markedFields(schema, value).map(({ kind, at }) => `${kind} ${at.join('.')}`);

test('a mark stays on what is made from a marked schema, and on nothing beside it', () => {
  const schema = z.object({
    a: expression().min(1).describe('an expression'),
    b: target().optional(),
    c: binding().regex(/x/).default('x'),
    d: z.string(),
  });
  expect(found(schema, schema.parse({ a: '1', b: 'done', d: 'text' }))).toEqual([
    'expression a',
    'target b',
    'binding c',
  ]);
  expect(found(schema, { a: '1', c: 'x', d: '' })).toEqual(['expression a', 'binding c']);
});

test('a schema that several fields share is marked for the one field alone', () => {
  const shared = z.array(z.string());
  const schema = z.object({ tools: verbatim(shared), words: shared });
  expect(found(schema, { tools: ['a'], words: ['b'] })).toEqual(['verbatim tools']);
});

test('lists and groups are walked, and a marked field may hold marked ones', () => {
  const schema = z.object({
    do: lazy(z.array(z.object({ script: verbatim(z.string()), save: z.record(z.string(), keeps(z.unknown())) }))),
  });
  const value = {
    do: [
      { script: 'a', save: { x: 1 } },
      { script: 'b', save: {} },
    ],
  };
  expect(found(schema, value)).toEqual(['lazy do', 'verbatim do.0.script', 'kept do.0.save.x', 'verbatim do.1.script']);
});

describe('of a union', () => {
  test('each member finds what has its form', () => {
    const schema = z.object({ run: z.union([z.array(z.string()), verbatim(z.string())]) });
    expect(found(schema, { run: 'a line' })).toEqual(['verbatim run']);
    expect(found(schema, { run: ['a', 'list'] })).toEqual([]);
  });

  test('the member whose words were written is meant, and one that contains itself has no end', () => {
    const condition: z.ZodType = z.union([
      expression(),
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('not_null'), field: expression() }),
        z.object({ type: z.literal('text'), field: z.string() }),
        z.object({
          type: z.literal('all_of'),
          get conditions() {
            return z.array(condition);
          },
        }),
      ]),
    ]);
    const value = {
      if: {
        type: 'all_of',
        conditions: [
          '1',
          { type: 'text', field: 'a' },
          { type: 'all_of', conditions: [{ type: 'not_null', field: 'b' }] },
        ],
      },
    };
    expect(found(z.object({ if: condition }), value)).toEqual([
      'expression if.conditions.0',
      'expression if.conditions.2.conditions.0.field',
    ]);
  });
});

test('which fields are of a kind follows from the schema alone, also behind a wrapper', () => {
  const schema = z
    .strictObject({ script: verbatim(z.string()).optional(), do: lazy(z.array(z.string())), other: z.string() })
    .refine(() => true);
  expect([...namesOfKind(schema, 'verbatim')]).toEqual(['script']);
  expect([...namesOfKind(schema, 'lazy')]).toEqual(['do']);
  expect([...namesOfKind(schema, 'target')]).toEqual([]);
});
