// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are workflow templates
import { describe, expect, it } from 'vitest';
import { loadWorkflow } from './load.ts';
import { describeProblem } from './problem.ts';

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

describe('a name that can exist is none', () => {
  it.each([
    'inputs.since',
    'start.stdout.anything',
    `nodes['my-node'].x`,
    'user_responses.start.values.note',
    'computed.whatever',
    'flags.whatever',
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
