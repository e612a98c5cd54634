import { expect, test } from 'vitest';
import { previewKind } from './preview-kind.ts';

test.each([
  ['image/png', 'a.txt', 'image'],
  ['application/pdf', 'a', 'pdf'],
  ['audio/mpeg', 'a', 'audio'],
  ['video/webm', 'a', 'video'],
  ['text/markdown', 'a.md', 'markdown'],
  ['application/json', 'a.json', 'json'],
  ['text/csv', 'a.csv', 'csv'],
  ['text/plain', 'a.tsv', 'csv'],
  ['text/plain', 'a.PATCH', 'diff'],
  ['text/plain', 'report.html', 'page'],
  ['application/octet-stream', 'report.html', 'bytes'],
  ['application/x-ndjson', 'a.jsonl', 'text'],
  ['text/plain', 'a.log', 'text'],
  ['application/octet-stream', 'a', 'bytes'],
])('%s called %s is shown as %s', (type, name, kind) => {
  expect(previewKind({ type, name, size: 10 })).toBe(kind);
});

test('what is too large to be drawn as a whole is read as text', () => {
  expect(previewKind({ type: 'application/json', name: 'a.json', size: 26_000_000 })).toBe('text');
  expect(previewKind({ type: 'video/webm', name: 'a', size: 2e9 })).toBe('video');
});
