import { expect, test } from 'vitest';
import { localPath } from './local-path.ts';

test.each(['/runs', '/runs/a?tab=trace#e', '/workflows/a%20b'])('%s is a path of ours', (path) => {
  expect(localPath(path, '/')).toBe(path);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'runs',
  '',
  null,
  ['/runs'],
  '/.//evil.example',
  '/a\n',
])('%j is not', (path) => expect(localPath(path, '/fallback')).toBe('/fallback'));
