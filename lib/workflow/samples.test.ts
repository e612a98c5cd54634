import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadWorkflow } from './load.ts';

const root = join(import.meta.dirname, '../..');
const files = globSync('workflows/**/*.{yaml,json}', { cwd: root }).sort();

test('there are workflows that ship', () => {
  expect(files).toContain('workflows/hello-gates.yaml');
  expect(files).toContain('workflows/mcp-tour.yaml');
});

test.each(files)('%s loads with no problem at all, and says what it is', (file) => {
  const { graph, problems } = loadWorkflow(readFileSync(join(root, file), 'utf8'));
  expect(problems).toEqual([]);
  expect(graph?.description).toBeTruthy();
  expect(graph?.tags).toContain('sample');
});
