import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unplayedFailures, walkAtRandom } from '../testing/workflow/random-walks.ts';
import { expectSameGraph } from '../testing/workflow/same-graph.ts';
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

const foreign = ['workflows/shopping-list.yaml', 'workflows/two-opinions.json', 'workflows/pick-a-sample.json'];

test.each(foreign)(
  '%s comes to an end whatever people and workers do, and is the same in the native language',
  (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    expectSameGraph(text);
    const { graph } = loadWorkflow(text);
    for (let seed = 1; graph && seed <= 30; seed++) {
      const walk = walkAtRandom(graph, seed);
      expect(unplayedFailures(walk), `seed ${seed}`).toEqual([]);
      expect(['completed', 'failed', 'cancelled', 'paused'], `seed ${seed}`).toContain(walk.state.status);
    }
  },
);
