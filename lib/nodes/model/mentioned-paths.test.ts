import { expect, test } from 'vitest';
import { mentionedPaths } from './mentioned-paths.ts';

const pathsIn = (text: string) => mentionedPaths(text, '/data/workspace');

test('paths are found between words, in quotes, in backticks, in lists and in JSON', () => {
  expect(pathsIn('Plan: .workflow/plan.md, see "a/b.json" and `two words.md`.')).toEqual([
    '.workflow/plan.md',
    'a/b.json',
    'two words.md',
    'words.md',
  ]);
  expect(pathsIn('- src/a.ts:12\n- **notes.md**\n{"report": "out/x.json"}')).toEqual([
    'src/a.ts',
    'notes.md',
    'out/x.json',
  ]);
  expect(pathsIn('It is in ./plan.md. Done!')).toEqual(['plan.md']);
  expect(pathsIn('bin/run and Ümläute/größe.md')).toEqual(['bin/run', 'Ümläute/größe.md']);
});

test('a path in the workspace is told from there; what leads out of it, an address or a number is none', () => {
  expect(pathsIn('/data/workspace/deep/x.md')).toEqual(['deep/x.md']);
  expect(pathsIn('/etc/passwd ../up.md a/../../b.md https://example.org/x.md 3. ...')).toEqual([]);
});

test('what is mentioned again counts where it was mentioned last', () => {
  expect(pathsIn('a.md, then b.md, then a.md')).toEqual(['b.md', 'a.md']);
});
