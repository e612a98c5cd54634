// The folder of runs that do not go well, choose several ways, or have nodes of one name. A whole run: ../run-folder.test.ts.
import { expect, test } from 'vitest';
import type { Outcome } from '../../nodes/contract/outcome.ts';
import { contentOf, exportedWalk } from '../../testing/engine/exported-walk.ts';
import { broken, ok, type Walk, type WalkOptions, walkGraph } from '../../testing/engine/walk.ts';
import { condition, edge, graphIn, graphText, literal, saved, variable } from '../../testing/workflow/graph-fixture.ts';
import { recordOf } from './index.ts';

const cases = [{ name: 'Has error', condition: condition(variable('say.result'), 'Contains', literal('error')) }];
const source = graphText(
  [
    saved(
      '1',
      'AiStep',
      { prompt: 'Look.', allowed_tools: [] },
      { name: 'Say', expected_outcome: 'It was ${looked} at' },
    ),
    saved('2', 'Switch', { cases }, { name: 'Which?' }),
    saved('3', 'PressKey', { key: 'a' }, { name: 'Press it' }),
    saved('4', 'PressKey', { key: 'b' }, { name: 'Press (it)' }),
  ],
  [edge('1', '2'), edge('2', '3', 'SwitchCase:Has error'), edge('2', '4', 'SwitchDefault'), edge('3', '4')],
);

const walk = (outcome: WalkOptions['outcome']): Walk =>
  walkGraph(graphIn(source), {
    outcome,
    answer: ({ purpose }) => (purpose === 'server' ? { option: 'allow' } : null),
  } as WalkOptions);

/** By their paths below the folder of the run. */
async function filesOf(one: Walk): Promise<Map<string, string>> {
  const files = recordOf('run-folder').files(exportedWalk(one, { source, format: 'graph' }));
  const read = files.map(async (file) => [file.path.split('/').slice(4).join('/'), await contentOf(file)] as const);
  return new Map(await Promise.all(read));
}
const jsonIn = (files: Map<string, string>, path: string) => JSON.parse(files.get(path) ?? 'null');
const linesIn = (files: Map<string, string>, path: string) =>
  (files.get(path) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).payload);

test('a node that failed says so, and nodes whose names read the same have folders of their own', async () => {
  const one = walk(({ node }) => (node === 'press__it_' ? broken('stuck') : ok({ text: 'an error' })));
  expect(one.state.status).toBe('failed');
  const files = await filesOf(one);
  expect(jsonIn(files, 'press-it/run.json')).toMatchObject({ node_id: '3', status: 'Ok' });
  expect(jsonIn(files, 'press-it-2/run.json')).toMatchObject({
    node_id: '4',
    node_name: 'Press (it)',
    status: 'Failed',
  });
});

test.each([
  ['an error', { type: 'SwitchCase', name: 'Has error' }],
  ['all is well', { type: 'SwitchDefault' }],
])('the edge that was taken is told by its label: %s', async (text, output_taken) => {
  const files = await filesOf(walk(() => ok({ text })));
  expect(linesIn(files, 'events.jsonl')).toMatchObject([{ node_id: '2', node_name: 'Which?', output_taken }]);
});

test('what a model said is its result', async () => {
  const files = await filesOf(walk(() => ok({ text: 'all is well', tool_calls: 0 })));
  expect(linesIn(files, 'say/events.jsonl')).toEqual([
    { name: 'Say', type: 'AI Step' },
    { variable: 'say.success', value: true },
    { variable: 'say.result', value: 'all is well' },
  ]);
});

test.each([
  ['pass', 'Pass'],
  ['fail', 'Fail'],
  ['unknown', 'Fail'],
] as const)(
  'what a model found of the outcome is a verdict, and what nobody could judge has failed: %s',
  async (verdict, told) => {
    const result = {
      name: 'It was ${looked} at',
      on_fail: 'fail',
      when: 'after',
      verdict,
      reason: 'no picture',
    } as const;
    const judged: Outcome = { ok: true, result: null, sideResults: { verdicts: [{ node: 'say', result }] } };
    const { judge } = graphIn(source);
    const one = walk(({ node }) => (node === judge ? judged : ok({ text: 'x' })));
    expect(jsonIn(await filesOf(one), 'say/verdict.json')).toMatchObject({
      node_id: '1',
      check_results: [],
      expected_outcome_verdict: { check_name: 'It was ${looked} at', verdict: told, reasoning: 'no picture' },
    });
  },
);

test('a node that was being worked on when the run was ended has stopped', async () => {
  const one = walk(({ node }) => (node === 'press__it_' ? 'interrupted' : ok({ text: 'x' })));
  expect(jsonIn(await filesOf(one), 'press-it/run.json')).toMatchObject({ node_id: '4', status: 'Stopped' });
});
