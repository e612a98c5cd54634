// The format as a whole: real files, files with mistakes in them, and what a file becomes in the native language.
import { describe, expect, test } from 'vitest';
import { eventsOf, finishedNodes, ok, type Walk, walkGraph } from '../../../testing/engine/walk.ts';
import { conformanceFiles, hasConformanceFiles } from '../../../testing/workflow/conformance.ts';
import {
  condition,
  edge,
  foundBy,
  graphIn,
  graphText,
  literal,
  planText,
  saved,
  variable,
} from '../../../testing/workflow/graph-fixture.ts';
import { expectNoCrash } from '../../../testing/workflow/mutated-files.ts';
import { expectSameGraph } from '../../../testing/workflow/same-graph.ts';
import { loadWorkflow } from '../../load.ts';
import { describeProblem } from '../../problems/problem.ts';

const whole = graphText(
  [
    saved('1', 'FocusWindow', { method: 'AppName', value: 'Notes', bring_to_front: true }, { name: 'Open Notes' }),
    saved('2', 'Loop', { exit_condition: foundBy('find_it'), max_iterations: 5 }, { name: 'Until found' }),
    saved('3', 'Scroll', { delta_y: -3, x: null, y: null }, { retries: 2, settle_ms: 100, timeout_ms: 9000 }),
    saved('4', 'FindText', { search_text: 'Total ${sum}', match_mode: 'Contains' }, { name: 'Find it' }),
    saved('5', 'EndLoop', { loop_id: '2' }, { name: 'End' }),
    saved('6', 'Switch', {
      cases: [
        { name: 'Too many', condition: condition(variable('find_it.count'), 'GreaterThan', literal(3)) },
        { name: 'With words', condition: condition(variable('find_it.text'), 'Contains', literal("it's")) },
      ],
    }),
    saved('7', 'If', { condition: condition(variable('find_it.matches'), 'IsNotEmpty') }, { enabled: false }),
    saved(
      '8',
      'AiStep',
      { prompt: 'Read:\nall of it', max_tool_calls: 4, allowed_tools: ['click'] },
      { expected_outcome: 'Read' },
    ),
    saved(
      '9',
      'McpToolCall',
      { tool_name: 'note', arguments: { a: [1, 'two', null], b: { c: '${d}' } } },
      { name: 'Écrire' },
    ),
    saved(
      '10',
      'TakeScreenshot',
      { mode: 'Window', target: 'Notes', include_ocr: true },
      {
        checks: [{ name: 'Title', check_type: 'WindowTitleMatches', params: { title: 'Notes' }, on_fail: 'WarnOnly' }],
      },
    ),
    saved('11', 'Holograph', { depth: 3 }),
  ],
  [
    ...[
      edge('1', '2'),
      edge('2', '3', 'LoopBody'),
      edge('3', '4'),
      edge('4', '5'),
      edge('5', '2'),
      edge('2', '6', 'LoopDone'),
    ],
    ...[
      edge('6', '7', 'SwitchCase:Too many'),
      edge('6', '8', 'SwitchCase:With words'),
      edge('6', '9', 'SwitchDefault'),
    ],
    ...[edge('7', '9', 'IfTrue'), edge('7', '11', 'IfFalse'), edge('8', '10')],
  ],
  {
    groups: [{ id: 'g', name: 'Looking', color: 'red', node_ids: ['3', '4'], parent_group_id: null }],
    intent: 'Read notes',
  },
);
const older = graphText(
  ['Start', 'Step', 'End'].map((kind) => ({
    id: kind,
    kind,
    name: kind,
    params: { prompt: kind === 'Step' ? 'Do it' : '' },
  })),
  [edge('Start', 'Step'), edge('Step', 'End')],
);
const tool = (tool_name: string, args = {}) => ({ step_type: 'Tool', tool_name, arguments: args });
const plan = planText(
  [
    { id: 'a', ...tool('find_text', { text: 'x' }) },
    { id: 'b', step_type: 'Loop', exit_condition: foundBy('a') },
    { id: 'c', ...tool('click', { target: '=' }) },
    { id: 'd', step_type: 'EndLoop', loop_id: 'b' },
    { id: 'e', step_type: 'AiTransform', kind: 'sum', input_ref: 'a' },
  ],
  [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'b' },
    { from: 'b', to: 'e', output: { type: 'LoopDone' } },
  ],
);
const steps = JSON.stringify(
  [tool('list_windows'), { step_type: 'AiStep', prompt: 'Look', allowed_tools: [] }],
  null,
  2,
);

test.each(Object.entries({ whole, older, plan, steps }))(
  '%s says the same in the native language, which gives the same graph',
  (_, text) => {
    const native = expectSameGraph(text);
    expect(native).toContain('gatehouse: 1');
    // Nothing of this format is left to who reads it: a missing value is provided for in the words themselves.
    expect(loadWorkflow(text).graph).toMatchObject({ ...loadWorkflow(native).graph, nodes: expect.anything() });
  },
);

// Work is played: what is looked for is found so, and whoever is asked to do what cannot be run here says `answer`.
function walked(text: string, found: unknown, answer = 'done'): Walk {
  return walkGraph(graphIn(text), {
    outcome: ({ node }) => (node.startsWith('find') || node.startsWith('check') ? ok(found) : ok({ text: 'x' })),
    answer: ({ purpose }) => ({ option: purpose === 'server' ? 'allow' : answer }),
  });
}
/** How it ended, and at which node; what judges the work afterwards is none of the file's. */
const endOf = (walk: Walk) => [walk.state.status, finishedNodes(walk).findLast((node) => node !== walk.graph.judge)];

test('the whole of it comes to every one of its ends', () => {
  const match = { text: 'x', x: 1, y: 2 };
  const many = Array.from({ length: 4 }, () => match);
  expect(endOf(walked(whole, []))).toEqual(['completed', '_crire']);
  expect(endOf(walked(whole, [{ ...match, text: "so it's there" }]))).toEqual(['completed', '_10']);
  expect(endOf(walked(whole, many))).toEqual(['completed', '_11']);
  expect(endOf(walked(whole, many, 'stop'))).toEqual(['failed', '_11']);
  expect(endOf(walked(older, null))).toEqual(['completed', 'end']);
  expect(endOf(walked(plan, [match]))).toEqual(['completed', 'ai_transform__sum_']);
  expect(endOf(walked(steps, null))).toEqual(['completed', 'ai_step']);
});

test('a file with mistakes in it gives a graph, or errors with their places', () => {
  expectNoCrash([whole, older, plan, steps]);
});

describe.skipIf(!hasConformanceFiles)('real files', () => {
  const files = conformanceFiles('clickweave/*.json');
  const loaded = [...files].map(([name, text]) => ({
    file: name.replace('clickweave/', ''),
    text,
    ...loadWorkflow(text),
  }));

  test('all but one that is no workflow are known; those with a defect are refused for it and no other', () => {
    expect(loaded.map(({ file, format, nodes, graph }) => [file, format, nodes, graph !== null])).toEqual([
      ['shipped-example.json', 'graph', 3, true],
      ['test_flat_plan_with_loop_gets_control_flow_edges_1.json', 'graph', 5, true],
      ['test_infer_if_edges_from_unlabeled_1.json', 'graph', 3, true],
      ['test_infer_loop_edges_from_unlabeled_1.json', 'graph', 5, true],
      ['test_parse_planner_graph_output_1.json', 'graph', 4, false],
      ['test_plan_calculator_loop_scenario_1.json', 'graph', 9, true],
      ['tools.json', 'unknown', 0, false],
    ]);
    const errors = loaded.flatMap(({ file, problems }) =>
      problems.filter(({ severity }) => severity === 'error').map((one) => describeProblem(one, file)),
    );
    expect(errors).toEqual([
      'test_parse_planner_graph_output_1.json:2:9 an edge leads to every node, so there is none to start with',
      'test_parse_planner_graph_output_1.json:15:13 the edge from "Multiply" to "Launch Calculator" closes a circle; only an EndLoop leads back',
      expect.stringContaining('tools.json:1:1 this file is in none of the formats'),
    ]);
  });

  test('those that load run to their ends, whether what they look for is found or not', () => {
    const ends = loaded.flatMap(({ graph, text }) =>
      graph ? [[], [{ text: '1024', x: 1, y: 2 }]].map((found) => endOf(walked(text, found)).join(' ')) : [],
    );
    expect([...new Set(ends)]).toEqual([
      'completed end',
      'completed repeat',
      'completed screenshot',
      'completed done_screenshot',
      'completed final_screenshot',
    ]);
    const rounds = ([[], [{ text: '1024' }]] as const).map((found) => {
      const scenario = loaded.find(({ file }) => file.startsWith('test_plan_calculator'));
      return eventsOf(walked(scenario?.text ?? '', found), 'loop_exited')[0]?.data;
    });
    expect(rounds).toMatchObject([
      { reason: 'max', iterations: 20 },
      { reason: 'until', iterations: 1 },
    ]);
  });

  test('those that load say the same in the native language', () => {
    const good = loaded.filter(({ graph }) => graph !== null);
    expect(good).toHaveLength(5);
    for (const { text } of good) expectSameGraph(text);
  });
});
