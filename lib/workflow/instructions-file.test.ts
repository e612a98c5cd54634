import { expect, test } from 'vitest';
import { parseInstructions } from './instructions-file.ts';

test('a file without a head is all instructions', () => {
  expect(parseInstructions('Be brief.\n\n---\n\nReally.\n', 'brief')).toEqual({
    name: 'brief',
    text: 'Be brief.\n\n---\n\nReally.',
    model: null,
    tools: [],
  });
});

test('a head names the model and the tools, as a list or in one line', () => {
  const list =
    '---\nname: Plan\ndescription: Plans work\nmodel: large\ntools: [files.read, read_file]\n---\nPlan it.\n';
  expect(parseInstructions(list, 'x')).toEqual({
    name: 'Plan',
    text: 'Plan it.',
    model: 'large',
    tools: ['files.read', 'read_file'],
  });
  const line = '---\r\nallowed-tools: read_file, list_files\r\ncolour: blue\r\n---\r\nGo.';
  expect(parseInstructions(line, 'x')).toMatchObject({ name: 'x', text: 'Go.', tools: ['read_file', 'list_files'] });
});

test('an empty head is no head', () => {
  expect(parseInstructions('---\n---\nGo.', 'x')).toMatchObject({ text: 'Go.', tools: [] });
});

test('a head that cannot be read is told', () => {
  expect(parseInstructions('---\nname: [\n---\nGo.', 'x')).toMatchObject({
    problem: expect.stringMatching('head is not YAML'),
  });
  expect(parseInstructions('---\ntools: { a: 1 }\n---\nGo.', 'x')).toMatchObject({
    problem: expect.stringMatching('wrong "tools"'),
  });
});

test('a head is short: one that would keep the parser busy is not parsed', () => {
  const keys = Array.from({ length: 40_000 }, (_, index) => `k${index}: 1`).join('\n');
  for (const head of [keys, '['.repeat(200_000)]) {
    const began = performance.now();
    expect(parseInstructions(`---\n${head}\n---\nGo.`, 'x')).toEqual({ problem: 'its head is longer than 16 KB' });
    expect(performance.now() - began).toBeLessThan(500);
  }
});

test('keys of the prototype in a head are keys like any other', () => {
  const read = parseInstructions('---\n__proto__: { tools: [run_command] }\nconstructor: x\n---\nGo.', 'x');
  expect(read).toEqual({ name: 'x', text: 'Go.', model: null, tools: [] });
  expect(Object.keys(Object.prototype)).toEqual([]);
});
