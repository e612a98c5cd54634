// Every construct of a template, one row each: what is written there, and what it is here.
import { describe, expect, test } from 'vitest';
import { recordOf } from '../../../export/records/index.ts';
import { contentOf, exportedWalk } from '../../../testing/engine/exported-walk.ts';
import {
  answer,
  broken,
  eventsOf,
  finishedNodes,
  ok,
  openGate,
  storyOf,
  type Work,
  walkGraph,
} from '../../../testing/engine/walk.ts';
import { expectNoCrash } from '../../../testing/workflow/mutated-files.ts';
import { expectSameGraph } from '../../../testing/workflow/same-graph.ts';
import type { Graph, GraphNode } from '../../graph.ts';
import { loadWorkflow } from '../../load.ts';
import { describeProblem } from '../../problems/problem.ts';

type Written = Record<string, unknown>;
const fileOf = (nodes: Written[], edges: unknown[] = [], more: Written = {}) =>
  JSON.stringify(
    {
      template_id: 'wft-feature-20260310',
      name: 'Feature',
      version: '1.0',
      tags: ['feature'],
      context_schema: {
        goal: { type: 'string', required: true, description: 'What to build' },
        scope: { type: 'path', required: false, default: 'src/**/*' },
      },
      nodes,
      edges,
      ...more,
    },
    null,
    1,
  );
const load = (...file: Parameters<typeof fileOf>) => loadWorkflow(fileOf(...file));
const told = (...file: Parameters<typeof fileOf>) => load(...file).problems.map((one) => describeProblem(one));
function graphOf(...file: Parameters<typeof fileOf>): Graph {
  const { graph, problems } = load(...file);
  if (!graph) throw new Error(problems.map((one) => describeProblem(one)).join('\n'));
  return graph;
}
const skill = (id: string, more: Written = {}) => ({
  id,
  type: 'skill',
  executor: 'plan',
  args_template: '{goal}',
  ...more,
});
const first = (node: Written, more: Written = {}) =>
  graphOf([{ id: 'N-001', ...node }], [], more).nodes[0] as GraphNode;

test('a template is known by its id, its context or its nodes, and tells its name, version, tags and inputs', () => {
  const { format, name, nodes, graph, problems } = load([skill('N-001')]);
  expect({ format, name, nodes, problems }).toEqual({ format: 'player', name: 'Feature', nodes: 1, problems: [] });
  expect(graph).toMatchObject({ version: '1.0', tags: ['feature'], missing: 'empty' });
  expect(graph?.inputs).toEqual([
    { name: 'goal', type: 'string', required: true, description: 'What to build' },
    { name: 'scope', type: 'string', required: false, description: null, default: 'src/**/*' },
  ]);
});

test('what a context may say', () => {
  const context_schema = {
    a: { type: 'boolean', default: false },
    b: { type: 'colour' },
    c: 'string',
    d: { required: true },
    'e f': {},
    g: { type: 'number', default: null },
  };
  const { graph, problems } = load([skill('N-001')], [], { context_schema });
  expect(graph?.inputs.map(({ name, type, required, default: usual }) => [name, type, required, usual])).toEqual([
    ['a', 'boolean', false, false],
    ['b', 'string', false, ''],
    ['c', 'string', false, ''],
    ['d', 'string', true, undefined],
    ['e_f', 'string', false, ''],
    ['g', 'number', false, undefined],
  ]);
  expect(problems.map(({ code }) => code)).toEqual(['unknown_type', 'unknown_name']);
});

describe('nodes', () => {
  const tools = ['read_file', 'write_file', 'edit_file', 'list_files', 'run_command', 'ask_person'];
  test.each<[string, Written, Written]>([
    [
      'skill',
      { type: 'skill', executor: 'lite-plan', args_template: '{goal}' },
      { type: 'skill', fields: { executor: 'lite-plan', args: '${inputs.goal}', tools, ask: ['run_command'] } },
    ],
    [
      'skill with arguments as a group',
      { type: 'skill', executor: 'p', args_template: { g: '{goal}', n: 1 } },
      { fields: { args: { g: '${inputs.goal}', n: 1 } } },
    ],
    [
      'command',
      { type: 'command', executor: 'workflow:refactor-cycle', args_template: 'x' },
      { type: 'command', fields: { executor: 'workflow:refactor-cycle' } },
    ],
    [
      'command with a slash',
      { type: 'command', executor: '/issue:queue' },
      { type: 'command', fields: { executor: 'issue:queue' } },
    ],
    [
      'cli',
      {
        type: 'cli',
        executor: 'ccw cli',
        cli_tool: 'gemini',
        cli_mode: 'analysis',
        cli_rule: 'review',
        args_template: 'PURPOSE: {goal}',
      },
      {
        type: 'cli',
        fields: {
          preset: 'gemini',
          mode: 'analysis',
          rule: 'review',
          prompt: 'PURPOSE: ${inputs.goal}',
          background: true,
        },
      },
    ],
    [
      'cli that writes',
      { type: 'cli', cli_tool: 'codex', cli_mode: 'write', args_template: 'x' },
      { fields: { preset: 'codex', mode: 'write' } },
    ],
    [
      'a program of another name',
      { type: 'cli', executor: 'npm test --', args_template: '{scope}' },
      { fields: { command: ['npm', 'test', '--', '${inputs.scope}'] } },
    ],
    [
      'agent',
      { type: 'agent', executor: 'reviewer', args_template: 'Review {goal}', run_in_background: true },
      { type: 'agent', fields: { agent: 'reviewer', prompt: 'Review ${inputs.goal}', background: true } },
    ],
    [
      'agent without words',
      { type: 'agent', executor: 'reviewer', name: 'Look at it' },
      { fields: { prompt: 'Look at it' } },
    ],
    [
      'checkpoint',
      { type: 'checkpoint', name: 'After plan', description: 'Saved' },
      { type: 'checkpoint', description: 'Saved', fields: { label: 'After plan', auto_continue: true } },
    ],
    [
      'checkpoint that asks',
      { type: 'checkpoint', name: 'CP', auto_continue: false },
      { fields: { auto_continue: false } },
    ],
    [
      'on_fail: abort asks people',
      { type: 'skill', executor: 'p', on_fail: 'abort' },
      { on_failure: null, retry: { attempts: 1 } },
    ],
    ['on_fail: skip', { type: 'skill', executor: 'p', on_fail: 'skip' }, { on_failure: 'skip' }],
    [
      'on_fail: retry',
      { type: 'skill', executor: 'p', on_fail: 'retry' },
      { on_failure: null, retry: { attempts: 2 } },
    ],
    [
      'what is null is not said',
      { type: 'skill', executor: 'p', name: null, parallel_group: null, on_fail: null, args_template: null },
      { name: 'N-001', fields: { executor: 'p' } },
    ],
    [
      'ports and saved fields mean nothing to the player',
      { type: 'skill', executor: 'p', input_ports: ['a'], output_ports: ['b'], save_fields: ['c'] },
      { type: 'skill' },
    ],
  ])('%s', (_, node, made) => {
    expect(first(node)).toMatchObject(made);
  });

  test('agents that the other system has by itself are roles here', () => {
    const { roles } = graphOf([
      { id: 'a', type: 'agent', executor: 'general-purpose' },
      { id: 'b', type: 'agent', executor: 'own' },
    ]);
    expect(roles.map(({ id }) => id)).toEqual(['general-purpose']);
  });
});

describe('references', () => {
  test.each([
    ['{goal}', '${inputs.goal}'],
    ['{N-001.session_id}', "${nodes['N-001'].session_id}"],
    ['{N-001.output_path}', "${nodes['N-001'].output_path}"],
    ['{N-001.artifacts[0]}', "${nodes['N-001'].artifacts[0].path}"],
    ['{N-001.artifacts}', "${nodes['N-001'].artifacts.map(file => file.path).join(', ')}"],
    ['{N-001.output_text}', "${nodes['N-001'].output}"],
    ['{prev_session_id}', '${prev.session_id}'],
    ['{prev_output}', '${prev.output}'],
    ['{prev_output_path}', '${prev.output_path}'],
    ['{"json": {}} { x } ${HOME} {{mark}}', '{"json": {}} { x } $${HOME} {{mark}}'],
  ])('%s', (written, made) => {
    expect(graphOf([skill('N-001'), skill('N-002', { args_template: written })]).nodes[1]?.fields.args).toBe(made);
  });

  test('what nobody has said is a warning in the file, where it stands, and an empty text in the run', () => {
    const file: Parameters<typeof fileOf> = [[skill('N-001', { args_template: 'do {gaol} with {N-009.output_path}' })]];
    expect(load(...file).problems.map(({ severity, line, message }) => [severity, line, message])).toEqual([
      ['warning', 25, 'node "N-001": "args" refers to unknown name "gaol"'],
      ['warning', 25, 'node "N-001": "args" refers to unknown name "N_009"'],
    ]);
    const walk = walkGraph(graphOf(...file), { inputs: { goal: 'x' } });
    expect(eventsOf(walk, 'node_started')[0]?.data.input).toMatchObject({ args: 'do  with ' });
    expect(walk.state.warnings).toHaveLength(2);
    expect(expectSameGraph(fileOf(...file))).toContain("do ${gaol ?? ''} with ${N_009.output_path ?? ''}");
  });
});

describe('edges', () => {
  const edge = (from: string, to: string) => ({ from, to });
  const ids = (...names: string[]) => names.map((id) => skill(id));

  test('give the order, ties as written, and the members of a group together', () => {
    const nodes = [skill('D'), skill('B', { parallel_group: 'g' }), skill('A'), skill('C', { parallel_group: 'g' })];
    const graph = graphOf(nodes, [edge('A', 'B'), edge('A', 'C'), edge('B', 'D'), edge('C', 'D')]);
    const walk = walkGraph(graph, { inputs: { goal: 'x' } });
    expect(finishedNodes(walk).filter((id) => id !== 'g')).toEqual(['A', 'B', 'C', 'D']);
    expect(graph.nodes.find(({ id }) => id === 'B')?.group).toBe('g');
  });

  test('that go round are refused', () => {
    const errors = told(ids('A', 'B', 'C'), [edge('A', 'B'), edge('B', 'C'), edge('C', 'B')]);
    expect(errors.map((one) => one.replace(/^\S+ /, ''))).toEqual([
      'node "B" needs itself, by way of what it needs',
      'node "C" needs itself, by way of what it needs',
    ]);
  });

  test('that lead nowhere or have no end are refused where they stand', () => {
    const { problems } = load(ids('A', 'B'), [edge('A', 'X'), edge('BB', 'B'), { from: 'A' }]);
    const texts = fileOf(ids('A', 'B'), [edge('A', 'X'), edge('BB', 'B'), { from: 'A' }]).split('\n');
    expect(problems.map(({ line, message, suggestion }) => [texts[line - 1]?.trim(), message, suggestion])).toEqual([
      ['"to": "X"', 'this edge leads to unknown node "X"', undefined],
      ['"from": "BB",', 'this edge comes from unknown node "BB"', 'did you mean "B"?'],
      ['{', 'this edge has no "to"', undefined],
    ]);
  });

  test('a group whose members wait for each other is walked one after the other, with a warning', () => {
    const nodes = [skill('A', { parallel_group: 'g' }), skill('B'), skill('C', { parallel_group: 'g' })];
    const { graph, problems } = load(nodes, [edge('A', 'B'), edge('B', 'C')]);
    expect(problems).toMatchObject([{ severity: 'warning', code: 'left_out' }]);
    expect(finishedNodes(walkGraph(graph as Graph, { inputs: { goal: 'x' } }))).toEqual(['A', 'B', 'C']);
  });
});

describe('what is wrong with a template is told where it is', () => {
  test.each<[string, Parameters<typeof fileOf>, string]>([
    [
      'an unknown type',
      [[{ id: 'a', type: 'skil', executor: 'x' }]],
      'node "a" has the unknown type "skil"; did you mean "skill"?',
    ],
    [
      'an unknown program',
      [[{ id: 'a', type: 'cli', cli_tool: 'gemni', args_template: 'x' }]],
      'node "a" names the unknown program "gemni"; did you mean "gemini"?',
    ],
    [
      'an unknown on_fail',
      [[skill('a', { on_fail: 'explode' })]],
      'node "a" has an unknown "on_fail": explode; it is one of abort, skip, retry',
    ],
    ['a node without an id', [[{ type: 'skill', executor: 'x' }]], 'this node needs "id"'],
    ['two of one id', [[skill('a'), skill('a')]], 'node "a" is already written in line'],
    ['a skill without a name', [[{ id: 'a', type: 'skill' }]], 'node "a" needs "executor"'],
    ['no nodes', [[]], '"nodes" must be a list with at least one node'],
  ])('%s', (_, file, words) => {
    const errors = load(...file).problems.filter(({ severity }) => severity === 'error');
    expect(errors.map((one) => describeProblem(one)).join('\n')).toContain(words);
    expect(errors[0]?.line).toBeGreaterThan(1);
  });

  test('what a template must have', () => {
    const { format, problems } = loadWorkflow('{ "template_id": "x", "nodes": [{ "id": "a", "type": "checkpoint" }] }');
    expect(format).toBe('player');
    expect(problems.map(({ message }) => message)).toEqual([
      'a template needs "edges"',
      'a template needs "context_schema"',
    ]);
  });

  test.each([
    [
      '{ "session_id": "WFR-x", "execution_plan": [], "node_states": {} }',
      'it is the state of a session, not the template that it plays',
    ],
    [
      '{ "checkpoint_id": "CP-01", "context_snapshot": {} }',
      'it is a checkpoint of a session, not the template that it plays',
    ],
    ['{ "id": "N-1", "type": "skill", "executor": "x" }', 'it is one node of a template'],
    ['[{ "batch": 1, "nodes": [] }]', 'it is the plan of a session, not the template that it plays'],
    ['{ "templates": [] }', 'it is a list of templates, not one of them'],
    ['{ "context_schema": {} }', 'it has no "template_id" and no "nodes" and no "edges"'],
  ])('%s is nearest to player, but %s', (text, why) => {
    expect(loadWorkflow(text)).toMatchObject({ format: 'unknown', graph: null });
    expect(loadWorkflow(text).problems[0]?.message).toContain(`it is nearest to player, but ${why}`);
  });
});

const whole: Parameters<typeof fileOf> = [
  [
    skill('N-001', { name: 'Plan', on_fail: 'retry' }),
    { id: 'CP-01', type: 'checkpoint', name: 'Planned' },
    {
      id: 'N-002',
      type: 'cli',
      cli_tool: 'gemini',
      cli_mode: 'analysis',
      args_template: 'Look at {scope}. The plan: {prev_output}',
    },
    {
      id: 'N-003',
      type: 'agent',
      executor: 'general-purpose',
      args_template: 'Review {prev_output_path}',
      parallel_group: 'judges',
    },
    {
      id: 'N-004',
      type: 'agent',
      executor: 'security',
      args_template: 'Attack {prev_output_path}',
      parallel_group: 'judges',
      on_fail: 'skip',
    },
    { id: 'CP-02', type: 'checkpoint', name: 'Judged', description: 'Look', auto_continue: false },
    {
      id: 'N-005',
      type: 'command',
      executor: 'team:execute',
      args_template: '--session {N-001.session_id} {N-004.session_id}',
    },
  ],
  [
    ['N-001', 'CP-01'],
    ['CP-01', 'N-002'],
    ['N-002', 'N-003'],
    ['N-002', 'N-004'],
    ['N-003', 'CP-02'],
    ['N-004', 'CP-02'],
    ['CP-02', 'N-005'],
  ].map(([from, to]) => ({ from, to })),
];

function outcome({ node, attempt }: Work) {
  if (node === 'N-001' && attempt === 1) return broken();
  if (node === 'N-004') return broken('no attack');
  return ok({ text: `${node} spoke`, output_path: `${node}.md`, session_id: `WFS-${node}` });
}
const walkWhole = (choice: string | null) => {
  const walk = walkGraph(graphOf(...whole), { inputs: { goal: 'log in', scope: 'src' }, outcome });
  if (choice !== null) answer(walk, choice);
  return walk;
};

describe('a whole template', () => {
  test('is walked to a person’s checkpoint, and from there to each of its ends', () => {
    const waiting = walkWhole(null);
    const inputOf = (id: string) => eventsOf(waiting, 'node_started').find(({ node }) => node === id)?.data.input;
    expect(inputOf('N-002')).toMatchObject({ prompt: 'Look at src. The plan: N-001 spoke' });
    expect(inputOf('N-003')).toMatchObject({ prompt: 'Review N-002.md' });
    expect(openGate(waiting)).toMatchObject({ node: 'CP-02', purpose: 'checkpoint' });
    expect(storyOf(waiting)).toContain('N-004 skipped');
    const done = walkWhole('continue');
    expect(done.state.status).toBe('completed');
    const [last] = eventsOf(done, 'node_started').filter(({ node }) => node === 'N-005');
    expect(last?.data.input).toMatchObject({ args: '--session WFS-N-001 ' });
    expect(walkWhole('pause').state.status).toBe('paused');
    expect(walkWhole('abort').state.status).toBe('cancelled');
  });

  test('a failure without a word is a person’s to decide: again, on, or the end', () => {
    const ends = (option: string) => {
      let failures = 1;
      const walk = walkGraph(graphOf([skill('N-001'), skill('N-002')], [{ from: 'N-001', to: 'N-002' }]), {
        inputs: { goal: 'x' },
        outcome: ({ node }) => (node === 'N-001' && failures-- > 0 ? broken() : ok()),
      });
      expect(openGate(walk)).toMatchObject({ node: 'N-001', purpose: 'failure' });
      answer(walk, option);
      return [walk.state.status, walk.state.nodes['N-001']?.status];
    };
    expect(ends('retry')).toEqual(['completed', 'completed']);
    expect(ends('skip')).toEqual(['completed', 'skipped']);
    expect(ends('abort')[0]).toBe('failed');
  });

  test('leaves as the record of its session, with a file for each checkpoint', async () => {
    const walk = walkWhole('continue');
    const exported = exportedWalk(walk, { source: fileOf(...whole), format: 'player' });
    const read = async (name: 'session' | 'checkpoints') =>
      Object.fromEntries(
        await Promise.all(
          recordOf(name)
            .files(exported)
            .map(async (file) => [file.path, JSON.parse(await contentOf(file))]),
        ),
      );
    const session = (await read('session'))['session-state.json'];
    expect(session).toMatchObject({
      template_id: 'wft-feature-20260310',
      template_name: 'Feature',
      status: 'completed',
      context: { goal: 'log in', scope: 'src' },
      execution_plan: [
        { batch: 1, nodes: ['N-001'], parallel: false },
        { batch: 2, nodes: ['CP-01'], parallel: false },
        { batch: 3, nodes: ['N-002'], parallel: false },
        { batch: 4, nodes: ['N-003', 'N-004'], parallel: true },
        { batch: 5, nodes: ['CP-02'], parallel: false },
        { batch: 6, nodes: ['N-005'], parallel: false },
      ],
      last_checkpoint: 'CP-02',
      node_states: {
        'N-001': { status: 'completed', session_id: 'WFS-N-001', output_path: 'N-001.md', error: null },
        'N-004': { status: 'skipped', session_id: null, error: 'no attack' },
        'CP-01': { status: 'completed', snapshot_path: 'checkpoints/CP-01.json' },
      },
    });
    const files = await read('checkpoints');
    expect(Object.keys(files)).toEqual(['checkpoints/CP-01.json', 'checkpoints/CP-02.json']);
    expect(files['checkpoints/CP-01.json']).toMatchObject({
      session_id: session.session_id,
      checkpoint_name: 'Planned',
      last_completed_node: 'N-001',
      next_node: 'N-002',
      node_states_snapshot: { 'N-001': { status: 'completed' }, 'N-002': { status: 'pending' } },
    });
  });

  test('converted to the native language gives the same graph, with what is missing written out', () => {
    const native = expectSameGraph(fileOf(...whole));
    expect(native).toContain("--session ${nodes['N-001'].session_id ?? ''} ${nodes['N-004'].session_id ?? ''}");
  });

  test('five hundred with mistakes in them end in a graph or in errors, each with its place', () => {
    expectNoCrash([fileOf(...whole)]);
  });
});
