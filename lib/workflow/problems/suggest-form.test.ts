import { expect, it } from 'vitest';
import { loadWorkflow } from '../load.ts';
import { describeProblem } from './problem.ts';

const told = (node: string) =>
  loadWorkflow(`gatehouse: 1\nname: a\nnodes:\n  a: { ${node} }\n`).problems.map((problem) => describeProblem(problem));

it.each([
  [
    'a command as text shows the list, and the script',
    'type: cli, command: "echo hi"',
    [
      '4:28 node "a": "command" must be a list, not "echo hi"; write a list: command: [echo, hi], or for a line of shell script: echo hi',
    ],
  ],
  [
    'a line of shell is only shown as a script',
    'type: cli, command: "ls | wc -l"',
    ['4:28 node "a": "command" must be a list, not "ls | wc -l"; for a line of shell write script: "ls | wc -l"'],
  ],
  [
    'any other list shows itself',
    'type: end, artifacts: notes.md',
    ['4:30 node "a": "artifacts" must be a list, not "notes.md"; write a list: artifacts: [notes.md]'],
  ],
  [
    'options as words show their ids',
    'type: gate, kind: question, options: [yes, "no, thanks"]',
    [
      '4:46 node "a": "options[0]" must be a group of keys, not "yes"; write - { id: yes }',
      '4:51 node "a": "options[1]" must be a group of keys, not "no, thanks"; write - { id: "no, thanks" }',
    ],
  ],
  [
    'options as one word are told as what they must be',
    'type: gate, kind: question, options: yes',
    ['4:45 node "a": "options" must be a list of options, or a template that gives one, not "yes"'],
  ],
  [
    'a number of tries shows the group it belongs to',
    'type: end, retry: 3',
    ['4:26 node "a": "retry" must be a group of keys, not 3; write retry: { attempts: 3 }'],
  ],
  [
    'a field of a form shows its type, and an expiry its time',
    'type: gate, kind: form, form: { note: text }, expires: 2d',
    [
      '4:46 node "a": "form.note" must be a group of keys, not "text"; write note: { type: text }',
      '4:63 node "a": "expires" must be a group of keys, not "2d"; write expires: { after: 2d }',
    ],
  ],
  [
    'one word says too little about a list of groups',
    'type: action, do: x',
    ['4:26 node "a": "do" must be a list, not "x"'],
  ],
])('%s', (_, node, problems) => expect(told(node)).toEqual(problems));
