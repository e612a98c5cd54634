import { describe, expect, it } from 'vitest';
import { nodeOf } from './graph.ts';
import { loadWorkflow } from './load.ts';
import { describeProblem } from './problems/problem.ts';

/** The native format alone: which others there are is not this file's matter. */
const told = (text: string) => loadWorkflow(text, { dialects: [] }).problems.map((problem) => describeProblem(problem));

function graphOf(text: string) {
  const { graph, problems } = loadWorkflow(text);
  if (!graph) throw new Error(problems.map((problem) => describeProblem(problem)).join('\n'));
  return graph;
}

const unknown = '1:1 this file is in none of the formats that this console reads (gatehouse)';

describe('what a file must say', () => {
  it.each([
    ['its format', 'name: a\nnodes: { a: { type: end } }\n', [`${unknown}; add "gatehouse: 1" at the top`]],
    ['a format that exists', 'gatehouse: 2\n', ['1:12 "gatehouse" must be 1, not 2']],
    ['keys', '- a\n', [`${unknown}; a workflow is a group of keys, not a list`]],
    ['a name', 'gatehouse: 1\nnodes: { a: { type: end } }\n', ['1:1 the workflow needs "name"']],
    ['a name with letters', 'gatehouse: 1\nname:\nnodes: { a: { type: end } }\n', ['2:1 the workflow needs "name"']],
    ['nodes', 'gatehouse: 1\nname: a\n', ['1:1 a workflow needs at least one node']],
    ['at least one node', 'gatehouse: 1\nname: a\nnodes: {}\n', ['3:1 a workflow needs at least one node']],
    ['nodes as keys', 'gatehouse: 1\nname: a\nnodes: [b]\n', ['3:1 "nodes" must be a group of keys, not a list']],
  ])('%s', (_, text, problems) => {
    expect(told(text)).toEqual(problems);
  });

  it.each([
    ['types of its own', 'name: a\nnodes: { a: { type: user_prompt } }\n'],
    ['a type that is called as one of ours', 'name: a\nstart_node: a\nnodes: { a: { type: action, actions: [] } }\n'],
    ['nodes in a list', '{ "name": "a", "nodes": [{ "id": "a", "type": "cli" }] }'],
    ['no nodes', 'workflow: { name: a, tasks: [] }\n'],
  ])('a file of another format, with %s, is not told to become native', (_, text) => {
    expect(told(text)).toEqual([unknown]);
  });

  it('a file of another format has the code unknown_format and no graph', () => {
    const { graph, problems, format, name, nodes } = loadWorkflow('name: a\n');
    expect(problems.map(({ code }) => code)).toEqual(['unknown_format']);
    expect({ graph, format, name, nodes }).toEqual({ graph: null, format: 'unknown', name: null, nodes: 0 });
  });

  it('a file with mistakes still tells its name and how many nodes it has', () => {
    const { graph, name, nodes } = loadWorkflow('gatehouse: 1\nname: Two\nnodes:\n  a: { type: end }\n  b: 5\n');
    expect({ graph, name, nodes }).toEqual({ graph: null, name: 'Two', nodes: 2 });
  });
});

describe('all problems of a file are told together, in the order of the file', () => {
  it('across every kind of check', () => {
    const text = `gatehouse: 1
name: Bad
versoin: 1
inputs:
  n: { type: integer, default: two }
state:
  flags: { ok: maybe }
nodes:
  first:
    type: cli
    comand: [ls]
    timeout: 10
    next: kepe
  keep: { type: ned }
  test: { type: if, condition: inputs.m > 1, then: keep }
`;
    expect(told(text)).toEqual([
      '3:1 the workflow has an unknown key "versoin"; did you mean "version"?',
      '5:32 input "n" has a default that does not fit: it must be a whole number',
      '7:16 "state.flags.ok" must be true or false, not "maybe"',
      '9:3 node "first" must say exactly one of "command", "script" and "preset"',
      '11:5 node "first" has an unknown key "comand"; did you mean "command"?',
      '12:14 node "first": "timeout" is not a duration; write a number with ms, s, m, h or d, like 30s or 2h',
      '13:11 node "first" points to unknown node "kepe"; did you mean "keep"?',
      '14:17 node "keep" has unknown type "ned"; did you mean "end"?',
      '15:32 node "test": "condition" refers to unknown input "m"',
    ]);
  });

  it('up to a number that can still be read', () => {
    const keys = Array.from({ length: 2000 }, (_, index) => `wrong${index}: 1\n`).join('');
    const problems = told(`gatehouse: 1\nname: a\n${keys}nodes: { a: { type: end } }\n`);
    expect(problems.length).toBe(501);
    expect(problems.at(-1)).toBe('503:1 and 1500 more problems from here on');
  });
});

describe('words mean what they look like', () => {
  const text = `gatehouse: 1
name: 2026
version: 1.10
tags: [1.0, true]
inputs:
  tag: { default: 1.10 }
nodes:
  no:
    type: gate
    kind: question
    options: [{ id: yes }, { id: no }, { id: 1.10 }, { id: true }, { id: null }]
    form: { on: { type: string, required_for: [1.10] } }
    on: { yes: on, no: null, 1.10: true, true: no, null: complete }
  on: { type: cli, command: [sleep, 5, 0x10], env: { PORT: 3000 }, next: null }
  true: { type: end }
  null: { type: end }
`;

  it('in ids, targets, option ids, form fields, arguments and the version', () => {
    const graph = graphOf(text);
    expect(graph).toMatchObject({ name: '2026', version: '1.10', tags: ['1.0', 'true'] });
    expect(graph.inputs[0]?.default).toBe('1.10');
    expect(nodeOf(graph, 'no').fields).toMatchObject({
      options: [{ id: 'yes' }, { id: 'no' }, { id: '1.10' }, { id: 'true' }, { id: 'null' }],
      form: { on: { required_for: ['1.10'] } },
      on: { yes: 'on', no: 'null', '1.10': 'true', true: 'no', null: 'complete' },
    });
    expect(nodeOf(graph, 'on')).toMatchObject({
      next: 'null',
      fields: { command: ['sleep', '5', '0x10'], env: { PORT: '3000' } },
    });
  });

  it('while values that are data keep their types', () => {
    const graph = graphOf(`gatehouse: 1
name: a
state: { round: 1.10, flags: { ok: true }, computed: { list: [1] } }
nodes:
  a: { type: cli, command: [x], save: { n: 5, t: true } }
`);
    expect(graph.state).toEqual({ custom: { round: 1.1 }, flags: { ok: true }, computed: { list: [1] } });
    expect(nodeOf(graph, 'a').save).toEqual({ n: 5, t: true });
  });
});

describe('the graph', () => {
  const workflow = (rest: string) => `gatehouse: 1\nname: a\n${rest}`;

  it('keeps nodes, inputs and servers in their written order', () => {
    const graph = graphOf(
      workflow(`inputs: { b: {}, a: {} }
servers: { y: { command: y }, x: { command: x } }
nodes: { z: { type: checkpoint }, m: { type: checkpoint }, a: { type: end } }
`),
    );
    expect(graph.inputs.map(({ name }) => name)).toEqual(['b', 'a']);
    expect(graph.servers.map(({ id }) => id)).toEqual(['y', 'x']);
    expect(graph.nodes.map(({ id }) => id)).toEqual(['z', 'm', 'a']);
    expect(graph.start).toBe('z');
  });

  it('has every default written out', () => {
    expect(graphOf(workflow('nodes:\n  a: { type: cli, command: [x] }\n')).nodes).toEqual([
      {
        id: 'a',
        type: 'cli',
        name: 'a',
        description: null,
        enabled: true,
        retry: { attempts: 1, backoff: 0, max_backoff: 300_000 },
        timeout: null,
        settle: 0,
        gates: [],
        checks: [],
        role: null,
        group: null,
        save: {},
        artifacts: [],
        conditions: [],
        next: null,
        needs: [],
        network: null,
        on_failure: null,
        idempotent: null,
        max_visits: 100,
        trace: 'full',
        traits: { rounds: null, branches: [], ends_run: false, works: true },
        fields: { command: ['x'], parse: 'text', ok_codes: [0], background: false },
        place: { line: 4, column: 3 },
      },
    ]);
  });

  it("lets a node's own word win over defaults, one field of retry at a time", () => {
    const { nodes } = graphOf(
      workflow(`defaults: { retry: { attempts: 3, backoff: 1s }, timeout: 10m, on_failure: skip, max_visits: 7, trace: minimal }
nodes:
  a: { type: cli, command: [x], retry: { backoff: 2s, max_backoff: 1m }, timeout: 5s, trace: off }
  b: { type: cli, command: [x] }
`),
    );
    expect(nodes).toMatchObject([
      { retry: { attempts: 3, backoff: 2000, max_backoff: 60_000 }, timeout: 5000, trace: 'off' },
      { retry: { attempts: 3, backoff: 1000 }, timeout: 600_000, on_failure: 'skip', max_visits: 7, trace: 'minimal' },
    ]);
  });

  it('does not cut short the time for an answer by the default timeout', () => {
    const { nodes } = graphOf(
      workflow('defaults: { timeout: 1s }\nnodes: { a: { type: gate }, b: { type: gate, timeout: 1s } }\n'),
    );
    expect(nodes.map(({ timeout }) => timeout)).toEqual([null, 1000]);
  });

  it('has one gate or a list of them as a list, without those that ask nothing', () => {
    const { nodes } = graphOf(
      workflow(`nodes:
  a: { type: checkpoint, gate: { when: before } }
  b: { type: checkpoint, gate: [{ kind: none }, { kind: info }] }
`),
    );
    expect(nodes.map(({ gates }) => gates)).toEqual([
      [{ kind: 'approval', when: 'before' }],
      [{ kind: 'info', when: 'after' }],
    ]);
  });

  it('hashes a server as it is written, whatever the order of its keys', () => {
    const hash = (server: string) =>
      graphOf(workflow(`servers: { s: ${server} }\nnodes: { a: { type: end } }\n`)).servers[0]?.hash;
    const first = hash('{ command: npx, args: [-y, "${workspace}"], env: { A: 1, B: 2 } }');
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(hash('{ env: { B: 2, A: 1 }, args: [-y, "${workspace}"], command: npx }')).toBe(first);
    expect(hash('{ command: npx, args: [-y, "${run}"], env: { A: 1, B: 2 } }')).not.toBe(first);
    expect(hash('{ command: npx, args: [-y, "${workspace}"], env: { A: 1, B: 2 }, cwd: x }')).not.toBe(first);
  });
});

describe('a run that is under way is loaded from its text again, whatever is refused since', () => {
  const file = (nodes: string) => `gatehouse: 1\nname: a\nnodes:\n${nodes}`;

  it.each([
    ['an unknown reference', '  a: { type: end, message: "${nothing.at.all}" }\n'],
    ['an unknown target', '  a: { type: checkpoint, next: nowhere }\n'],
    ['a name that is used otherwise', '  prev: { type: end }\n'],
  ])('%s stops starts, not that run', (_, nodes) => {
    const { graph, underWay, problems } = loadWorkflow(file(nodes));
    expect(problems).toMatchObject([{ severity: 'error' }]);
    expect(graph).toBeNull();
    expect(underWay?.nodes).toHaveLength(1);
  });

  it.each([
    ['a type that there is not', '  a: { type: ned }\n'],
    ['a gate that cannot be read', '  a: { type: checkpoint, gate: { kind: aproval } }\n'],
    ['a key that means nothing', '  a: { type: checkpoint, gtae: { kind: approval } }\n'],
  ])('%s cannot be read whole, so there is no graph', (_, nodes) => {
    expect(loadWorkflow(file(nodes))).toMatchObject({ graph: null, underWay: null });
  });

  it('a file without errors has one graph for both', () => {
    const { graph, underWay } = loadWorkflow(file('  a: { type: end }\n'));
    expect(graph).not.toBeNull();
    expect(underWay).toBe(graph);
  });
});

it('F10 what hides, turns or controls text is visible in names and in what is told about a file', () => {
  const odd = 'a\\u202eb\\u0007\\e[31m';
  const { graph, problems } = loadWorkflow(
    `gatehouse: 1\nname: "${odd}"\nnodes:\n  go: { type: end, name: "${odd}" }\n`,
  );
  expect(problems).toEqual([]);
  expect([graph?.name, graph?.nodes[0]?.name]).toEqual(['a⟨U+202E⟩b⟨U+0007⟩', 'a⟨U+202E⟩b⟨U+0007⟩']);
  const told = loadWorkflow(`gatehouse: 1\nname: x\nnodes:\n  go: { type: end, "${odd}": 1 }\n`).problems;
  expect(told).toHaveLength(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
  expect(JSON.stringify(told.map(({ message, path }) => message + path))).not.toMatch(/[\u0000-\u001f\u202e]|\\u/);
});
