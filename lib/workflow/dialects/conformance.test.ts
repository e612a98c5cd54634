// Every real file that lies beside the project is read: as what it is, or refused for what is wrong with it.
import { describe, expect, test } from 'vitest';
import { conformanceFiles, hasConformanceFiles } from '../../testing/workflow/conformance.ts';
import { unplayedFailures, walkAtRandom } from '../../testing/workflow/random-walks.ts';
import { expectSameGraph } from '../../testing/workflow/same-graph.ts';
import { loadWorkflow } from '../load.ts';

describe.skipIf(!hasConformanceFiles)('real files', () => {
  const files = conformanceFiles('**/*.{yaml,yml,json}');

  test('there are some of each system', () => {
    const systems = new Set([...files.keys()].map((name) => name.split('/')[0]));
    expect([...systems].sort()).toEqual(['blueprint', 'chain', 'clickweave', 'player', 'tasks']);
  });

  test.each([...files])(
    '%s gives a graph, or errors with their places, and nobody is told to make it native',
    (_, text) => {
      const { graph, problems } = loadWorkflow(text);
      const errors = problems.filter(({ severity }) => severity === 'error');
      expect(graph === null).toBe(errors.length > 0);
      const lines = text.split('\n').length;
      expect(problems.filter(({ line, column }) => line < 1 || line > lines || column < 1)).toEqual([]);
      expect(problems.filter(({ suggestion }) => suggestion?.includes('gatehouse: 1'))).toEqual([]);
    },
  );

  test('six files of tasks, 32 of them, all read and converted', () => {
    const own = [...conformanceFiles('tasks/*.yaml').values()];
    const loaded = own.map((text) => loadWorkflow(text));
    expect(loaded.map(({ format }) => format)).toEqual(own.map(() => 'tasks'));
    expect(own.length).toBe(6);
    expect(loaded.reduce((sum, { nodes }) => sum + nodes, 0)).toBe(32);
    expect(loaded.flatMap(({ problems }) => problems.filter(({ severity }) => severity === 'error'))).toEqual([]);
    for (const text of own) expectSameGraph(text);
  });

  const refusal = (text: string) => {
    const { problems } = loadWorkflow(text);
    const first = problems.find(({ severity }) => severity === 'error');
    return first && `${first.line} ${first.code}`;
  };

  test('of fourteen texts of the player one is a template; three have comments, the others are told what they are', () => {
    const own = [...conformanceFiles('player/*.json').values()];
    expect(own.length).toBe(14);
    const read = own.filter((text) => loadWorkflow(text).graph);
    expect(read.map((text) => loadWorkflow(text))).toMatchObject([{ format: 'player', nodes: 5, problems: [] }]);
    for (const text of read) expectSameGraph(text);
    const refused = own.flatMap((text) => refusal(text) ?? []);
    expect(refused.filter((one) => one.endsWith('json_comment')).length).toBe(3);
    expect(refused.filter((one) => one === '1 unknown_format').length).toBe(10);
    const told = own
      .map((text) => loadWorkflow(text).problems[0]?.message ?? '')
      .filter((one) => one.includes('none of the formats'));
    expect(told.filter((one) => !one.includes('it is nearest to player, but it is '))).toEqual([]);
  });

  test('four chains with 38 nodes; the one that names an entry that there is not is refused there', () => {
    const own = conformanceFiles('chain/*.json');
    expect(
      [...own].map(([name, text]) => [name.replace(/.*\/|\.json/g, ''), loadWorkflow(text).nodes, refusal(text)]),
    ).toEqual([
      ['brainstorm', 6, undefined],
      ['ccw-lightweight', 7, undefined],
      ['ccw-standard', 16, '12 unknown_target'],
      ['workflow-plan', 9, undefined],
    ]);
    for (const text of own.values()) if (loadWorkflow(text).graph) expectSameGraph(text);
  });

  const own = [...conformanceFiles('{tasks,player,chain}/*.{yaml,json}')].flatMap(([name, text]) => {
    const { graph } = loadWorkflow(text);
    return graph ? [{ name, graph }] : [];
  });

  test.each(own)('$name comes to an end whatever people and workers do, and nothing fails by itself', ({ graph }) => {
    const ends = new Set<string>();
    for (let seed = 1; seed <= 40; seed++) {
      const walk = walkAtRandom(graph, seed);
      expect(unplayedFailures(walk), `seed ${seed}`).toEqual([]);
      ends.add(walk.state.status);
    }
    expect([...ends].filter((status) => !['completed', 'failed', 'cancelled', 'paused'].includes(status))).toEqual([]);
    expect(ends).toContain('completed');
  });
});
