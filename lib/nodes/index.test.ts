import { expect, test } from 'vitest';
import { definitionOf, nodeDefinitions } from './index.ts';

const all = Object.entries(nodeDefinitions).map(([type]) => [type, definitionOf(type)] as const);

test.each(all)(
  '%s is registered under its own name and does exactly one of claim, decide and execute, or decides and sometimes acts',
  (type, definition) => {
    expect(definition?.type).toBe(type);
    expect(definition?.summary).toMatch(/\.$/);
    const ways = [definition?.claim, definition?.decide, definition?.execute];
    expect(ways.filter(Boolean)).toHaveLength(definition?.acts ? 2 : 1);
  },
);

test.each(all)('%s refuses a field it does not know', (_, definition) => {
  expect(definition?.fields.safeParse({ no_such_field: 1 }).success).toBe(false);
});

test('a type nobody defined is unknown, also when every object has a property of that name', () => {
  expect(definitionOf('toString')).toBeUndefined();
  expect(definitionOf('teleport')).toBeUndefined();
});
