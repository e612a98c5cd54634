import { expect, test } from 'vitest';
import { documentKind } from './document-kind.ts';
import { renderDocument } from './render-document.ts';

test('a name says what a file is', () => {
  expect(documentKind('notes.md', 'x')).toBe('markdown');
  expect(documentKind('fix.PATCH', 'x')).toBe('diff');
  expect(documentKind('run.log', '# Head\n\n**a**')).toBe('plain');
});

test.each([
  ['# Notes\n\n**All** is well.\n', 'markdown'],
  ['| a | b |\n| - | - |\n| 1 | 2 |', 'markdown'],
  ['See:\n```\ncode\n```\n', 'markdown'],
  ['**Result**\n\n- one\n- two\n', 'markdown'],
  ['diff --git a/x b/x\n', 'diff'],
  ['--- a/x\n+++ b/x\n@@ -1 +1 @@\n', 'diff'],
  ['# a comment\nkey: value\n- item\n', 'plain'],
  ['added 12 packages in 3s\n--- done\n', 'plain'],
  ['2 * 3 ** 4', 'plain'],
  ['', 'plain'],
])('a text without a name is what it reads as: %j is %s', (text, kind) => {
  expect(documentKind('', text)).toBe(kind);
});

test('each kind is drawn its own way, and nothing of the text becomes a tag', () => {
  expect(renderDocument('markdown', '**a** <b>', 'named').text).toBe(
    '<div class="prose"><p><strong>a</strong> &lt;b&gt;</p></div>',
  );
  expect(renderDocument('diff', '+<a>\n b', 'named').text).toBe(
    '<pre class="diff"><span class="add">+&lt;a&gt;</span>\n b</pre>',
  );
  expect(renderDocument('plain', '<a>\u202e', 'named').text).toBe('<pre>&lt;a&gt;⟨U+202E⟩</pre>');
});
