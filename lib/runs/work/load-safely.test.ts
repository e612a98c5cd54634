import { afterAll, describe, expect, it } from 'vitest';
import { endParseWorker } from '../../clients/files/parse-worker.ts';
import { house } from '../../testing/house.ts';
import { loadWorkflow } from '../../workflow/load.ts';
import { sourceLimits } from '../../workflow/source/source-limits.ts';
import { loadWorkflowSafely } from './load-safely.ts';

afterAll(() => endParseWorker(house));

const workflow = (nodes: number) =>
  `gatehouse: 1\nname: a\nnodes:\n${Array.from({ length: nodes }, (_, n) => `  n${n}: { type: checkpoint }\n`).join('')}`;

describe('a file is read the same, at once or in the thread', () => {
  it.each([
    ['a small one', workflow(3)],
    ['a large one', workflow(500)],
    ['a large one with mistakes', workflow(500).replaceAll('checkpoint', 'checkpont')],
  ])('%s', async (_, text) => {
    expect(await loadWorkflowSafely(house, text)).toEqual(loadWorkflow(text));
  });
});

describe('bombs are problems of the file, not of the server', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, n) => `k${n}: 1\n`).join('');
  it.each([
    ['500 KB of brackets', '['.repeat(sourceLimits.bytes), 'too_deep'],
    ['40,000 keys', keys(40_000), 'too_large'],
    ['too many aliases', `a: &a 1\nb: [${'*a, '.repeat(3000)}]\n`, 'too_many_aliases'],
    ['more than 500 KB', 'a'.repeat(sourceLimits.bytes + 1), 'too_large'],
  ])('%s', async (_, bomb, code) => {
    const { graph, problems } = await loadWorkflowSafely(house, bomb);
    expect({ graph, codes: problems.map((problem) => problem.code) }).toEqual({ graph: null, codes: [code] });
  });
});
