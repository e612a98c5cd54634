import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test('initials are the first letters of the first and the last word', () => {
  expect(['Ada Lovelace', 'owner', 'grace.hopper@example.org', 'a b c', ' ', 'Élodie'].map(initialsOf)).toEqual([
    'AL',
    'o',
    'gh',
    'ac',
    '?',
    'É',
  ]);
});
