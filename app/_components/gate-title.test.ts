import { expect, test } from 'vitest';
import { gateTitle } from './gate-title.ts';

test('a title is the first line without its markup', () => {
  expect(gateTitle('\n## Publish **2.4.0** to `main`?\n\nSee below.')).toBe('Publish 2.4.0 to main?');
  expect(gateTitle('Read [the notes](https://example.org/a) first')).toBe('Read the notes first');
  expect(gateTitle('Is snake_case_name * 2 right?')).toBe('Is snake_case_name * 2 right?');
  expect(gateTitle('')).toBe('');
});

test('what hides or reorders text is shown in a title too', () => {
  expect(gateTitle('Call box.\u202eoodus\u2069\u200b?')).toBe('Call box.⟨U+202E⟩oodus⟨U+2069⟩⟨U+200B⟩?');
});
