import { describe, expect, it } from 'vitest';
import { loadWorkflow } from '../load.ts';
import { describeProblem } from '../problems/problem.ts';

function toldOf(rest: string): string[] {
  const { problems } = loadWorkflow(`gatehouse: 1\nname: a\n${rest}`);
  return problems.filter(({ severity }) => severity === 'error').map((problem) => describeProblem(problem));
}

describe('names', () => {
  it.each([
    [
      'nodes: { 1a: { type: end } }',
      '3:10 node "1a" has a name that cannot be used; use letters, digits, _ and -, and start with a letter or _',
    ],
    [
      'nodes: { result: { type: end } }',
      '3:10 node "result" has a name that expressions use for something else; choose another',
    ],
    [
      'inputs: { a.b: {} }\nnodes: { a: { type: end } }',
      '3:11 input "a.b" has a name that cannot be used; use letters, digits, _ and -, and start with a letter or _',
    ],
    [
      'servers: { a b: { command: x } }\nnodes: { a: { type: end } }',
      '3:12 server "a b" has a name that cannot be used; use letters, digits, _ and -, and start with a letter or _',
    ],
    [
      'state: { prev: 1 }\nnodes: { a: { type: end } }',
      '3:10 "state.prev" has a name that expressions use for something else; choose another',
    ],
    ['nodes:\n  a: { type: end }\n  a: { type: end }', '5:3 node "a" is already written in line 4'],
    [
      'nodes:\n  a: { type: action, do: [{ type: set_state, field: inputs.b, value: 1 }] }',
      '4:3 node "a" cannot set "inputs.b"; set computed, flags or a field of the state',
    ],
  ])('%s', (rest, problem) => {
    expect(toldOf(`${rest}\n`)).toEqual([problem]);
  });
});

describe('targets must exist, and a near one is suggested', () => {
  it.each([
    ['a: { type: checkpoint, next: kepe }', '4:32 node "a" points to unknown node "kepe"; did you mean "keep"?'],
    [
      'a: { type: checkpoint, next: compleet }',
      '4:32 node "a" points to unknown node "compleet"; did you mean "complete"?',
    ],
    ['a: { type: checkpoint, next: skip }', '4:32 node "a" points to unknown node "skip"'],
    ['a: { type: checkpoint, on_failure: aks }', '4:38 node "a" points to unknown node "aks"; did you mean "ask"?'],
    ['a: { type: checkpoint, conditions: [{ if: "true", then: x }] }', '4:59 node "a" points to unknown node "x"'],
    [
      'a: { type: if, condition: "true", then: kep, else: keep }',
      '4:43 node "a" points to unknown node "kep"; did you mean "keep"?',
    ],
    ['a: { type: gate, on: { yes: kep } }', '4:31 node "a" points to unknown node "kep"; did you mean "keep"?'],
    [
      'a: { type: checkpoint, gate: [{ on: { no: kep } }] }',
      '4:45 node "a" points to unknown node "kep"; did you mean "keep"?',
    ],
  ])('%s', (line, problem) => {
    expect(toldOf(`nodes:\n  ${line}\n  keep: { type: end }\n`)).toEqual([problem]);
  });

  it('the path of a target is where it is written', () => {
    const text = 'gatehouse: 1\nname: a\nnodes:\n  review: { type: gate, on: { yes: x } }\n';
    expect(loadWorkflow(text).problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'unknown_target nodes.review.on.yes',
    ]);
  });

  it.each(['next', 'complete', 'fail', 'escalate', 'keep', '"${prev.output}"'])('%s is a target', (target) => {
    expect(toldOf(`nodes:\n  a: { type: checkpoint, next: ${target} }\n  keep: { type: end }\n`)).toEqual([]);
  });

  it.each(['skip', 'fail', 'ask', 'keep', 'escalate'])('%s is a target after a failure', (target) => {
    expect(
      toldOf(
        `defaults: { on_failure: ${target} }\nnodes:\n  a: { type: checkpoint, on_failure: ${target} }\n  keep: { type: end }\n`,
      ),
    ).toEqual([]);
  });

  it('start is a node', () => {
    expect(toldOf('start: kep\nnodes: { a: { type: checkpoint }, keep: { type: end } }\n')).toEqual([
      '3:8 the workflow starts at unknown node "kep"; did you mean "keep"?',
    ]);
  });

  it('a node that could not be read can still be pointed to', () => {
    expect(toldOf('nodes:\n  a: { type: checkpoint, next: b }\n  b: 5\n')).toEqual([
      '5:3 node "b" must be a group of keys, not 5',
    ]);
  });
});

describe('a tool needs a server of the workflow', () => {
  const tool = 'nodes:\n  a: { type: tool, server: fils, tool: read }\n';

  it('with a suggestion', () => {
    expect(toldOf(`servers: { files: { command: x } }\n${tool}`)).toEqual([
      '5:28 node "a" uses unknown server "fils"; did you mean "files"?',
    ]);
  });

  it('when there is none at all', () => {
    expect(toldOf(tool)).toEqual(['4:28 node "a" uses unknown server "fils"; the workflow has no "servers"']);
  });
});

describe('inputs', () => {
  it('choices that nothing asks for are a warning', () => {
    const text = 'gatehouse: 1\nname: a\ninputs: { i: { choices: [a] } }\nnodes: { a: { type: end } }\n';
    expect(loadWorkflow(text).problems.map((problem) => `${problem.severity} ${describeProblem(problem)}`)).toEqual([
      'warning 3:16 input "i" has "choices" but takes any string; write "type: choice"',
    ]);
  });

  it.each([
    [
      '{ type: strng }',
      '3:22 "inputs.i.type" must be string, text, number, integer, boolean, choice, list, json, file or secret, not "strng"; did you mean "string"?',
    ],
    ['{ type: choice }', '3:11 input "i" is a choice without "choices"'],
    [
      '{ type: choice, choices: [a, b], default: c }',
      '3:56 input "i" has a default that does not fit: it must be one of a, b',
    ],
    ['{ type: boolean, default: 5 }', '3:40 input "i" has a default that does not fit: it must be true or false'],
    ['{ type: list, default: { a: 1 } }', '3:37 input "i" has a default that does not fit: it must be a list'],
    [
      '{ type: secret, default: abcd }',
      '3:30 input "i" is a secret and cannot have a default: everybody who reads this file would know it',
    ],
    [
      '{ type: file, default: a.txt }',
      '3:28 input "i" is a file and cannot have a default: it is sent when a run is started',
    ],
    ['{ requird: true }', '3:16 "inputs.i" has an unknown key "requird"; did you mean "required"?'],
  ])('%s', (input, problem) => {
    expect(toldOf(`inputs: { i: ${input} }\nnodes: { a: { type: end } }\n`)).toEqual([problem]);
  });
});

describe('what a file may not leave to the run', () => {
  it('the program of a server', () => {
    const text = `gatehouse: 1
name: x
inputs: { s: { type: secret } }
servers:
  any: { command: "\${inputs.s}" }
nodes:
  done: { type: end }
`;
    const told = loadWorkflow(text).problems.map(({ code, line, column }) => `${line}:${column} ${code}`);
    expect(told).toEqual(['5:19 dynamic_command']);
  });

  it('F3 which server a node uses', () => {
    const text = `gatehouse: 1
name: x
inputs: { s: { type: string } }
servers: { any: { command: any } }
nodes:
  work: { type: tool, server: "\${inputs.s}", tool: echo }
`;
    const [problem, ...others] = loadWorkflow(text).problems;
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'dynamic_server', severity: 'error', line: 6, column: 31 });
    expect(problem?.message).toContain('node "work" has a template as its "server"; write one of "servers"');
  });
});
