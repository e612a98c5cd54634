import { expect, test } from 'vitest';
import { decideKey, type KeyPress } from './keys.ts';

const press = (key: string, rest: Partial<KeyPress> = {}) =>
  decideKey({ key, isCommand: false, isTyping: false, isAfterG: false, areSingleKeysOn: true, ...rest });

test('g and a letter goes to a place, a letter alone does not', () => {
  expect(press('g')).toEqual({ do: 'prefix' });
  expect(press('g', { isAfterG: true })).toEqual({ do: 'go', to: '/gates' });
  expect(press('r', { isAfterG: true })).toEqual({ do: 'go', to: '/runs' });
  expect(press('r')).toBeNull();
});

test('single keys do nothing while the reader types or has switched them off, and ⌘K always opens the palette', () => {
  for (const rest of [{ isTyping: true }, { areSingleKeysOn: false }]) {
    expect(press('?', rest)).toBeNull();
    expect(press('/', rest)).toBeNull();
    expect(press('k', { ...rest, isCommand: true })).toEqual({ do: 'open', overlay: 'palette' });
  }
});
