import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ok, walkGraph } from '../../../testing/engine/walk.ts';
import { blueprintFile, loadBlueprint, toldOf } from '../../../testing/workflow/blueprint-file.ts';
import { allKinds, newer } from '../../../testing/workflow/blueprint-fixtures.ts';
import { conformanceFiles, hasConformanceFiles } from '../../../testing/workflow/conformance.ts';
import { walksToEveryEnd } from '../../../testing/workflow/every-end.ts';
import { expectNoCrash } from '../../../testing/workflow/mutated-files.ts';
import { expectSameGraph } from '../../../testing/workflow/same-graph.ts';
import type { Graph } from '../../graph.ts';
import { loadWorkflow } from '../../load.ts';
import { describeProblem } from '../../problems/problem.ts';

const sample = readFileSync(join(import.meta.dirname, '../../../../workflows/reading-list.yaml'), 'utf8');
const action =
  'first: { type: action, actions: [{ type: display_message, message: Hi }], on_success: done, on_failure: failed }';
const errorsOf = (text: string) =>
  loadWorkflow(text).problems.flatMap((problem) => (problem.severity === 'error' ? [describeProblem(problem)] : []));

describe('a blueprint', () => {
  test.each([
    ['its start and its nodes', blueprintFile(`  ${action}\n`)],
    ['its nodes alone', 'name: a\nnodes:\n  ask: { type: user_prompt }\n'],
    ['its first state', 'name: a\ninitial_state: {}\nnodes: {}\n'],
  ])('is known by %s', (_, text) => {
    expect(loadWorkflow(text).format).toBe('blueprint');
  });

  test.each([
    ['a list of nodes', 'start_node: a\nnodes: [{ id: a }]\n'],
    ['nodes of other kinds', 'nodes: { a: { type: step, next: null } }\n'],
    ['no nodes', 'start_node: a\n'],
  ])('is not %s', (_, text) => {
    expect(loadWorkflow(text).format).not.toBe('blueprint');
  });

  test('that lacks its nodes is named as the nearest format', () => {
    expect(errorsOf('start_node: a\ninitial_state: { x: 1 }\n')).toEqual([
      expect.stringMatching(/nearest to blueprint, but it has no "nodes"/),
    ]);
  });

  test('has its names, its first state and its start', () => {
    const head =
      'description: Says hi\ninitial_state: { phase: a, flags: { ready: true, maybe: null }, computed: { n: 1 } }';
    expect(loadBlueprint(`  ${action}\n`, head).graph).toMatchObject({
      name: 'test',
      version: '1.0.0',
      description: 'Says hi',
      start: 'first',
      state: { custom: { phase: 'a' }, flags: { ready: true, maybe: false }, computed: { n: 1 } },
    });
  });

  test('has an input for what it is given, what it declares, and what it sets nowhere', () => {
    const schema =
      'input_schema: { path: { type: string, required: true }, mode: { type: string, enum: [a, b, null], default: a }, tags: { type: array, default: [x] } }';
    const text = `  first: { type: action, actions: [{ type: display_message, message: "\${arguments} \${input.path} \${fallback} \${PWD}" }], on_success: done, on_failure: failed }\n`;
    const { graph } = loadBlueprint(text, schema);
    expect(graph?.inputs.map(({ name, type, required }) => [name, type, required])).toEqual([
      ['path', 'string', true],
      ['mode', 'choice', false],
      ['tags', 'list', false],
      ['arguments', 'string', false],
      ['fallback', 'string', false],
    ]);
    expect(graph?.nodes[0]?.fields.do).toEqual([
      { type: 'display_message', message: '${inputs.arguments} ${inputs.path} ${inputs.fallback} ${workspace}' },
    ]);
  });

  test.each([
    ['by their names', 'inputs: { path: null, depth: 2, mode: string }'],
    [
      'as a schema',
      'input_schema: { type: object, properties: { path: { type: string }, depth: { type: number, default: 2 }, mode: { type: string } } }',
    ],
    ['as a list', 'inputs: [path, { name: depth, type: number, default: 2 }, { name: mode }]'],
  ])('declares its inputs %s', (_, head) => {
    const text = `  first: { type: action, actions: [{ type: display_message, message: "\${inputs.path} \${depth}" }], on_success: done, on_failure: failed }\n`;
    const { graph } = loadBlueprint(text, head);
    expect(graph?.inputs.map(({ name, default: value }) => [name, value])).toEqual([
      ['path', undefined],
      ['depth', 2],
      ['mode', undefined],
    ]);
    expect(graph?.nodes[0]?.fields.do).toMatchObject([{ message: '${inputs.path} ${inputs.depth}' }]);
  });

  test('has nothing at its top that is left out silently', () => {
    expect(toldOf(loadBlueprint(`  ${action}\n`, 'colour: red\noutputs: { a: b }'))).toEqual([
      '"colour" means nothing at the top of a blueprint and is left out',
    ]);
  });

  test('that sets one of its inputs reads what it set', () => {
    const text = `  first: { type: action, actions: [{ type: set_state, field: input.path, value: b }, { type: display_message, message: "\${input.path}" }], on_success: done, on_failure: failed }\n`;
    const graph = loadBlueprint(text, 'input_schema: { path: { type: string } }').graph as Graph;
    expect(graph.nodes[0]?.fields.do).toMatchObject([
      { field: 'input.path' },
      { message: '${(input?.path ?? inputs.path)}' },
    ]);
  });

  test('is started only when what it needs is there; what nobody can look up a person says', () => {
    const head = `entry_preconditions:\n  - { type: tool_available, tool: git, error_message: Needs git }\n  - { type: network_available }`;
    const loaded = loadBlueprint(`  ${action}\n`, head);
    expect(loaded.graph).toMatchObject({
      require: [{ type: 'tool_available', tool: 'git', message: 'Needs git' }],
      start: 'before_start',
    });
    expect(loaded.graph?.nodes[0]).toMatchObject({ id: 'before_start', fields: { on: { yes: 'first', no: 'fail' } } });
  });

  test('loads what it imports before its first node', () => {
    const text = `  first: { type: action, actions: [{ type: set_state, field: a, value: "\${imports.mapping.flags}" }], on_success: done, on_failure: failed }\n`;
    const { graph } = loadBlueprint(text, 'imports: { mapping: intent-mapping.yaml }');
    expect(graph?.start).toBe('load_imports');
    expect(graph?.nodes.slice(0, 2).map(({ fields }) => fields.do)).toEqual([
      [{ type: 'read_config', path: 'intent-mapping.yaml', store_as: 'computed.imports.mapping' }],
      [{ type: 'set_state', field: 'a', value: '${computed.imports.mapping.flags}' }],
    ]);
  });

  test('ranks rules as its version does', () => {
    const rank = (head: string) => {
      const text = `  first: { type: action, actions: [{ type: match_3vl_rules, flags: {}, rules: [], store_as: m }], on_success: done, on_failure: failed }\n`;
      return (loadBlueprint(text, head).graph as Graph).nodes[0]?.fields.do;
    };
    expect(rank('')).toMatchObject([{ ranking: 'score' }]);
    expect(rank('definitions: { source: a/b@v2.0.0 }')).toMatchObject([{ ranking: 'score' }]);
    expect(rank('definitions: { source: a/b, version: v2.1.0 }')).toMatchObject([{ ranking: 'hard_soft' }]);
    expect(rank('default_error: failed\ninitial_state: {}')).toMatchObject([{ ranking: 'hard_soft' }]);
  });

  test('a field under which results are stored, or that is called as a node is, lives in computed', () => {
    const head = 'initial_state: { topic: null, first: x, result: y }';
    const text = `  first: { type: action, actions: [{ type: compute, expression: "1 + 1", store_as: topic }, { type: set_state, field: topic, value: "\${first} \${result}" }], on_success: done, on_failure: failed }\n`;
    const { graph } = loadBlueprint(text, head);
    expect(graph?.state).toEqual({ computed: { topic: null, first: 'x', result: 'y' }, flags: {}, custom: {} });
    expect(graph?.nodes[0]?.fields.do).toMatchObject([
      { store_as: 'computed.topic' },
      { field: 'computed.topic', value: '${computed.first} ${computed.result}' },
    ]);
  });

  test('a node whose name means something else here has another, and shows its own', () => {
    const text = blueprintFile(
      '  first: { type: action, actions: [], on_success: error, on_failure: error }\n',
    ).replace('failed:', 'error:');
    expect(loadWorkflow(text).graph?.nodes.map(({ id, name }) => [id, name])).toEqual([
      ['first', 'first'],
      ['done', 'done'],
      ['error_', 'error'],
    ]);
  });
});

describe('a bad file is refused for what is wrong with it, at its place', () => {
  const file = blueprintFile(`  ${action}\n`);
  test.each([
    [
      'no start',
      file.replace('start_node: first\n', ''),
      '4:1 a blueprint needs "start_node", the node that it begins with',
    ],
    [
      'an unknown start',
      file.replace('start_node: first', 'start_node: frist'),
      '4:13 the workflow starts at unknown node "frist"; did you mean "first"?',
    ],
    [
      'a dangling target',
      file.replace('on_success: done', 'on_success: dun'),
      '6:89 node "first" points to unknown node "dun"',
    ],
    ['a version of another shape', file.replace('1.0.0', '1.0'), '2:10 "version" must have three numbers, like 1.0.0'],
    [
      'a version that is a group',
      file.replace('1.0.0', '{ major: 1 }'),
      '2:10 "version" must have three numbers, like 1.0.0',
    ],
    ['no name', file.replace('name: test\n', ''), '1:1 the workflow needs "name"'],
    [
      'a key twice',
      file.replace('done: { type', 'done: { type: success, type'),
      '9:26 the key "type" is already written in line 9',
    ],
    [
      'one id for a node and an ending',
      file.replace('  done:', '  first: { type: success, message: x }\n  done:'),
      '9:3 node "first" is already written in line 6',
    ],
    [
      'an unknown kind of ending',
      file.replace('type: success', 'type: sucess'),
      '9:17 node "done": "type" must be one of success',
    ],
  ])('%s', (_, text, message) => {
    expect(errorsOf(text).join('\n')).toContain(message);
  });
});

const fixtures: [string, string][] = [
  ['the sample', sample],
  ['every kind of node of the older files', allKinds],
  ['a file of version 8 with composites', newer],
];

describe.each(fixtures)('%s', (name, text) => {
  const graph = loadWorkflow(text).graph as Graph;

  test('is the same graph in the native language', () => {
    expectSameGraph(text);
  });

  test('reaches every ending it has', () => {
    const ends = graph.nodes.filter(({ type }) => type === 'end').map(({ id }) => id);
    const result = () => ok({ answer: 'x', text: 'x', result: 'pass' });
    const values = () => ({ text: 'a novel' });
    const found = walksToEveryEnd(graph, { result, values });
    const long = walksToEveryEnd(graph, { result, values: () => ({ text: 'x'.repeat(300) }), most: 100 });
    expect([...new Set([...found.keys(), ...long.keys()])].filter((id) => ends.includes(id)).sort(), name).toEqual(
      ends.sort(),
    );
    for (const walk of found.values())
      expect(['completed', 'failed', 'cancelled', 'waiting']).toContain(walk.state.status);
  });
});

test('five hundred files with mistakes in them end in a graph or in errors, each with its place', () => {
  expectNoCrash(fixtures.map(([, text]) => text));
}, 120_000);

test('what could cost more than its size is refused or left as it is, at once', () => {
  const nested = `\${${'a ? ('.repeat(3_000)}`;
  const open = "${'".repeat(20_000);
  const many = '${a}'.repeat(5_000);
  for (const words of [nested, open, many]) {
    const text = `  first: { type: action, actions: [{ type: display_message, message: ${JSON.stringify(words)} }, { type: compute, expression: ${JSON.stringify(words)}, store_as: x }, { type: run_command, script: ${JSON.stringify(words)} }], on_success: done, on_failure: failed }\n`;
    expect(loadBlueprint(text).format).toBe('blueprint');
  }
  const ends = Array.from(
    { length: 300 },
    (_, n) => `  e${n}: { type: ending, outcome: error, behavior: { type: restart, reset_state: true } }`,
  );
  const state = Array.from({ length: 300 }, (_, n) => `f${n}: 0`).join(', ');
  const told = toldOf(loadBlueprint(`  ${action}\n${ends.join('\n')}\n`, `initial_state: { ${state} }`));
  expect(told.join()).toContain('too many endings begin again with the first state');
}, 60_000);

describe.skipIf(!hasConformanceFiles)('real files', () => {
  const files = conformanceFiles('blueprint/*.yaml');
  const counts = Object.fromEntries(
    [...files].map(([name, text]) => {
      const { graph, problems, format } = loadWorkflow(text);
      const of = (code: string) => problems.filter((problem) => problem.code === code).length;
      const ends = graph?.nodes.filter(({ type }) => type === 'end').length;
      return [
        name.replace('blueprint/', ''),
        { format, nodes: graph?.nodes.length, ends, by_model: of('by_model'), asked: of('asks_person') },
      ];
    }),
  );

  test('all load, with as many nodes and endings as they have, and as many steps for a model or a person', () => {
    expect(counts).toEqual({
      'add-source.yaml': { format: 'blueprint', nodes: 115, ends: 9, by_model: 7, asked: 0 },
      'gateway.yaml': { format: 'blueprint', nodes: 92, ends: 5, by_model: 5, asked: 0 },
      'init.yaml': { format: 'blueprint', nodes: 72, ends: 6, by_model: 4, asked: 0 },
    });
  });

  test.each([...files])('%s is the same graph in the native language, and a run of it comes to rest', (_, text) => {
    expectSameGraph(text);
    const walk = walkGraph(loadWorkflow(text).graph as Graph, { mostSteps: 2_000 });
    expect(['waiting', 'completed', 'failed']).toContain(walk.state.status);
  });
});
