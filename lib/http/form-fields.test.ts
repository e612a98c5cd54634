import { expect, test } from 'vitest';
import { z } from 'zod';
import { readFormFields } from './form-fields.ts';

const schema = z.object({
  node: z.string().optional(),
  at: z.number().int().optional(),
  now: z.boolean().optional(),
  run: z.array(z.string()).default([]),
});
const read = (query: string) => readFormFields(schema, new URLSearchParams(query));

test('text stays text even where it looks like something else; other kinds are read from it', () => {
  expect(read('node=12&at=12&now=true')).toEqual({ node: '12', at: 12, now: true, run: [] });
});

test('a list is all texts of its name, one or several', () => {
  expect(read('run=1')).toEqual({ run: ['1'] });
  expect(read('run=a&run=b')).toEqual({ run: ['a', 'b'] });
});

test('an empty field counts as not given, an unknown one is not looked at', () => {
  expect(read('node=+&at=&%24ACTION_ID_x=')).toEqual({ run: [] });
});

test('what a field cannot be is refused by its name', () => {
  expect(() => read('at=soon')).toThrow(/at: /);
});
