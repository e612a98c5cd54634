import { expect, test } from 'vitest';
import { hiddenWords, visibleJson, visibleText } from './visible-text.ts';

test.each([
  ['rm \u202egnp.exe', 'rm ⟨U+202E⟩gnp.exe'],
  ['a\u200bb\u2060c\ufeff', 'a⟨U+200B⟩b⟨U+2060⟩c⟨U+FEFF⟩'],
  ['a\u0000\u0007\u009b', 'a⟨U+0000⟩⟨U+0007⟩⟨U+009B⟩'],
  ['yes\u{e0041}\u{e0042}', 'yes⟨U+E0041⟩⟨U+E0042⟩'],
  ['pay\u200dpal', 'pay⟨U+200D⟩pal'],
  ['\u001b[31mred\u001b[0m \u001b]8;;http://x\u0007link', 'red link'],
  ['a\r\nb\rc\td', 'a\nb\nc\td'],
])('%j is shown as %j', (given, shown) => expect(visibleText(given)).toBe(shown));

test.each(['Grüße, 世界 👩‍👩‍👧', 'می‌خواهم', 'क्‍ष', 'a\nb\tc'])('%j is left as it is', (text) => {
  expect(visibleText(text)).toBe(text);
});

test('JSON shows what it hides by its own escapes and keeps its value', () => {
  const value = { path: 'notes\u202egnp.exe', tag: 'yes\u{e0041}', plain: 'Grüße 👩‍👧' };
  const shown = visibleJson(JSON.stringify(value, null, 2));
  expect(shown).toContain('notes\\u202egnp.exe');
  expect(shown).toContain('Grüße 👩‍👧');
  expect(JSON.parse(shown)).toEqual(value);
});

test.each([
  ['plain\nGrüße, 世界 👩‍👩‍👧\r\nend', null],
  ['first\r\nrm \u202egnp.exe\nlast', 'Has characters that do not show: rm ⟨U+202E⟩gnp.exe'],
  ['pay\u200dpal', 'Has characters that do not show: pay⟨U+200D⟩pal'],
  [`\u200b${'x'.repeat(400)}`, `Has characters that do not show: ⟨U+200B⟩${'x'.repeat(292)}…`],
])('of %j is told what a control does not show', (value, words) => expect(hiddenWords(value)).toBe(words));
