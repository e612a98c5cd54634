import { describe, expect, it } from 'vitest';
import { loadWorkflow } from '../load.ts';
import { describeProblem } from '../problems/problem.ts';

/** The line given is line 4 of a file that is otherwise right. */
function toldOf(line: string): string[] {
  const text = `gatehouse: 1\nname: a\nnodes:\n  ${line}\n  z: { type: end }\n`;
  const { problems } = loadWorkflow(text);
  return problems.filter(({ severity }) => severity === 'error').map((problem) => describeProblem(problem));
}

describe('a field that does not fit is told with its node, its place, what was expected and what was found', () => {
  it.each([
    ['a: 5', '4:3 node "a" must be a group of keys, not 5'],
    ['a: { command: [x] }', '4:3 node "a" needs "type"'],
    ['a: { type: [cli] }', '4:14 node "a" has unknown type a list'],
    ['a: { type: clii, command: [x] }', '4:14 node "a" has unknown type "clii"; did you mean "cli"?'],
    ['a: { type: cli }', '4:3 node "a" must say exactly one of "command", "script" and "preset"'],
    ['a: { type: cli, command: }', '4:19 node "a": "command" must be a list, not nothing'],
    ['a: { type: cli, command: [] }', '4:28 node "a": "command" must not be empty'],
    [
      'a: { type: cli, command: ls }',
      '4:28 node "a": "command" must be a list, not "ls"; write a list: command: [ls], or for a line of shell script: ls',
    ],
    ['a: { type: cli, command: [ls, [x]] }', '4:33 node "a": "command[1]" must be text, not a list'],
    ['a: { type: cli, command: [x], enabled: yes }', '4:42 node "a": "enabled" must be true or false, not "yes"'],
    ['a: { type: cli, command: [x], retry: { attempts: 0 } }', '4:52 node "a": "retry.attempts" must be at least 1'],
    [
      'a: { type: cli, command: [x], retry: { attempts: 1.5 } }',
      '4:52 node "a": "retry.attempts" must be a whole number, not 1.5',
    ],
    [
      'a: { type: cli, command: [x], retry: { attemps: 2 } }',
      '4:42 node "a": "retry" has an unknown key "attemps"; did you mean "attempts"?',
    ],
    [
      'a: { type: cli, command: [x], trace: ful }',
      '4:40 node "a": "trace" must be off, minimal or full, not "ful"; did you mean "full"?',
    ],
    ['a: { type: cli, command: [x], conditions: [{ if: "true" }] }', '4:46 node "a": "conditions[0]" needs "then"'],
    ['a: { type: gate, mesage: Hello }', '4:20 node "a" has an unknown key "mesage"; did you mean "message"?'],
    ['a: { type: checkpoint, gate: 5 }', '4:26 node "a": "gate" must be a group of keys, not 5'],
    [
      'a: { type: checkpoint, gate: [{ whn: before }] }',
      '4:35 node "a": "gate[0]" has an unknown key "whn"; did you mean "when"?',
    ],
    [
      'a: { type: action, do: [{ type: set_flg, flag: x }] }',
      expect.stringMatching(
        /^4:35 node "a": "do\[0\]\.type" must be one of the \d+ that there are, not "set_flg"; did you mean "set_flag"\?$/,
      ),
    ],
    [
      'a: { type: action, do: [{ type: set_flag, flag: x, value: [] }] }',
      '4:61 node "a": "do[0].value" must be true or false or text, not a list',
    ],
  ])('%s', (line, problem) => {
    expect(toldOf(line)).toEqual([problem]);
  });

  it('one slip does not hide another', () => {
    expect(toldOf('a: { type: cli, command: [x], tiemout: 1s, retry: { attempts: no }, next: y }')).toEqual([
      '4:33 node "a" has an unknown key "tiemout"; did you mean "timeout"?',
      '4:65 node "a": "retry.attempts" must be a number, not "no"',
      '4:77 node "a" points to unknown node "y"',
    ]);
  });
});
