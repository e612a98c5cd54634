import { describe, expect, it } from 'vitest';
import { loadWorkflow } from '../load.ts';
import { describeProblem } from '../problems/problem.ts';

function told(nodes: string, top = 'inputs: { since: {} }'): string[] {
  const { problems } = loadWorkflow(`gatehouse: 1\nname: a\n${top}\nnodes:\n${nodes}\n`);
  return problems.map((problem) => `${problem.severity === 'warning' ? 'warning ' : ''}${describeProblem(problem)}`);
}

const command = (text: string) => `  a: { type: cli, command: [echo, ${text}] }`;

describe('an expression that does not parse is told at its exact place', () => {
  it.each([
    ['in a plain scalar', '  a:\n    type: if\n    condition: visit > > 1\n    then: a', '7:24'],
    ['in quotes', '  a: { type: if, condition: "visit > > 1", then: a }', '5:38'],
    ['in a condition', '  a: { type: checkpoint, conditions: [{ if: visit +, then: a }] }', '5:52'],
    ['in a template', command('"x ${visit > > 1}"'), '5:48'],
    [
      'in a literal block',
      '  a:\n    type: cli\n    command:\n      - |\n        first\n        x ${visit > > 1}',
      '10:21',
    ],
    [
      'in a folded block, at its start',
      '  a:\n    type: cli\n    command:\n      - >\n        x ${visit > > 1}',
      '8:9',
    ],
    ['behind escapes, at the start of the text', command('"\\t${visit > > 1}"'), '5:35'],
    ['in a gate', '  a: { type: checkpoint, gate: { message: "${1 +}" } }', '5:49'],
    ['in save', '  a: { type: checkpoint, save: { x: "${1 +}" } }', '5:43'],
    ['in artifacts', '  a: { type: checkpoint, artifacts: ["${1 +}"] }', '5:44'],
    ['in a target', '  a: { type: checkpoint, next: "${1 +}" }', '5:38'],
  ])('%s', (_, nodes, place) => {
    const [first, ...others] = told(nodes).filter((problem) => !problem.startsWith('warning'));
    expect(first).toMatch(new RegExp(`^${place} node "a": "[^"]+" cannot be read as an expression: `));
    expect(others).toEqual([]);
  });

  it('in a server', () => {
    expect(told('  a: { type: end }', 'servers: { s: { command: x, args: ["${"] } }')).toEqual([
      '3:37 "servers.s.args[0]" cannot be read as an expression: "${" is never closed; write "$${" for a literal one',
    ]);
  });

  it('but an escaped one is text, and so are names and descriptions', () => {
    expect(told(command('"$${HOME}"'))).toEqual([]);
    expect(told('  a: { type: end, name: "${", description: "${" }')).toEqual([]);
  });
});

describe('a name that cannot exist is an error', () => {
  it.each([
    ['an unknown name', '"${sinse}"', '5:38 node "a": "command[1]" refers to unknown name "sinse"'],
    [
      'a misspelt node',
      '"${stort.stdout}"',
      '5:38 node "a": "command[1]" refers to unknown name "stort"; did you mean "start"?',
    ],
    [
      'a misspelt scope',
      '"${input.since}"',
      '5:38 node "a": "command[1]" refers to unknown name "input"; did you mean "inputs"?',
    ],
    [
      'an unknown input',
      '"${inputs.sinse}"',
      '5:38 node "a": "command[1]" refers to unknown input "sinse"; did you mean "since"?',
    ],
    [
      'an unknown input with a fallback',
      '"${inputs.sinse ?? 1}"',
      '5:38 node "a": "command[1]" refers to unknown input "sinse"; did you mean "since"?',
    ],
    [
      'an unknown node by id',
      `"\${nodes['strat'].x}"`,
      '5:38 node "a": "command[1]" refers to unknown node "strat"; did you mean "start"?',
    ],
    [
      'a node with a hyphen read as a subtraction',
      '"${my.x}"',
      `5:38 node "a": "command[1]" refers to unknown name "my"; write nodes['my-node']`,
    ],
  ])('%s', (_, text, problem) => {
    expect(told(`${command(text)}\n  start: { type: checkpoint }\n  my-node: { type: end }`)).toEqual([problem]);
  });

  it('left of ?? it is a warning, for the run would go on', () => {
    expect(told(command(`"\${sinse ?? ''}"`))).toEqual([
      'warning 5:38 node "a": "command[1]" refers to unknown name "sinse"',
    ]);
  });

  it('in an expression field, with its place', () => {
    expect(
      told(
        '  a: { type: if, condition: visit > 1 && apprvd, then: complete }',
        'state: { flags: { approved: false } }',
      ),
    ).toEqual(['5:42 node "a": "condition" refers to unknown name "apprvd"; did you mean "approved"?']);
  });
});

describe('a value that nothing in the file ever sets is a warning, for a caller may still give it', () => {
  const top = 'state: { flags: { approved: false }, computed: { count: 1 } }';
  const set = '  set: { type: cli, command: [x], save: { commits: "${result.stdout}", flags.done: true } }';

  it.each([
    [
      'with the nearest name',
      'computed.commit',
      'warning 5:45 node "a": "command[1]" refers to "computed.commit", which nothing in this file sets; did you mean "commits"?',
    ],
    [
      'with what to do when no name is near',
      'computed.never.sum',
      'warning 5:45 node "a": "command[1]" refers to "computed.never", which nothing in this file sets; set it in a node, or give it a first value under "state.computed"',
    ],
    [
      'among the flags too',
      'flags.aproved',
      'warning 5:45 node "a": "command[1]" refers to "flags.aproved", which nothing in this file sets; did you mean "approved"?',
    ],
  ])('%s', (_, expression, problem) => {
    expect(told(`${command(`"value: \${${expression}}"`)}\n${set}`, top)).toEqual([problem]);
  });

  it.each(['computed.count', 'computed.commits', 'flags.approved', 'flags.done', "computed.never ?? ''"])(
    'but not %s',
    (expression) => expect(told(`${command(`"\${${expression}}"`)}\n${set}`, top)).toEqual([]),
  );

  it.each([
    ['a call saves it', '{ type: call, workflow: other, outputs: { never: "${result}" } }'],
    ['an inline call may bring it', '{ type: call, workflow: other, mode: inline }'],
    [
      'a path is made by a template',
      '{ type: action, do: [{ type: set_state, field: "computed.${visit}", value: 1 }] }',
    ],
    ['an effect stores it', '{ type: action, do: [{ type: compute, expression: "1", store_as: never }] }'],
  ])('nor when %s', (_, node) => {
    expect(told(`${command('"${computed.never}"')}\n  b: ${node}`)).toEqual([]);
  });

  it('nor when a node cannot be read: what it writes is not known', () => {
    const problems = told(`${command('"${computed.never}"')}\n  b: { type: cli }`);
    expect(problems).toEqual([expect.stringContaining('6:3 node "b" must say exactly one of')]);
  });

  it('before the run starts only the state is known', () => {
    const require = "require: ['computed.commits == 1']";
    expect(told(set, require)).toEqual([
      expect.stringContaining('"computed.commits", which nothing in this file sets'),
    ]);
  });
});

it('what a call gives can be read by its bare name', () => {
  expect(
    told(`  b: { type: call, workflow: other, outputs: { total: "\${result}" } }\n${command('"${total}"')}`),
  ).toEqual([]);
});

describe('a name that can exist is none', () => {
  it.each([
    'inputs.since',
    'start.stdout.anything',
    `nodes['my-node'].x`,
    'user_responses.start.values.note',
    'computed.commits',
    'flags.ready',
    'prev.output',
    'result.stdout',
    'approved',
    'count',
    'phase',
    'commits',
    'total.sum',
    'ready',
    'place',
    'history.map(h => h.node)',
    'workspace',
  ])('%s', (expression) => {
    const top = 'inputs: { since: {} }\nstate: { phase: x, flags: { approved: false }, computed: { count: 1 } }';
    const nodes = `  a: { type: if, condition: "len([${expression}]) > 0", then: start }
  start: { type: cli, command: [x], save: { commits: "\${result.stdout}", total.sum: 1 } }
  set: { type: action, do: [{ type: set_flag, flag: ready }, { type: compute, expression: "1", store_as: place }] }
  my-node: { type: end }`;
    expect(told(nodes, top)).toEqual([]);
  });
});

it('a text with thousands of unknown names is told about some of them', () => {
  expect(told(command(`"${'${x}'.repeat(5000)}"`)).length).toBe(20);
});

describe('a file that is given at the start', () => {
  const top = 'inputs: { report: { type: file }, since: {} }';

  it('has a name, a path, a type, a size and a hash', () => {
    const fields = ['name', 'path', 'type', 'size', 'sha256'].map((field) => `\${inputs.report.${field}}`);
    expect(told(command(`"${fields.join(' ')} \${inputs.report}"`), top)).toEqual([]);
  });

  it('has nothing else', () => {
    expect(told(command('"${inputs.report.paht}"'), top)).toEqual([
      '5:38 node "a": "command[1]" refers to unknown field "paht" of the file "report"; did you mean "path"?',
    ]);
  });
});
