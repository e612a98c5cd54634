import { expect, it } from 'vitest';
import { loadWorkflow } from '../load.ts';
import { describeProblem } from '../problems/problem.ts';

const told = (node: string) =>
  loadWorkflow(`gatehouse: 1\nname: a\nnodes:\n  a: { ${node} }\n`).problems.map((problem) => describeProblem(problem));

it.each([
  [
    'type: cli, command: [ls], save: { log: result.stdout }',
    '4:47 node "a": "save.log" is the text "result.stdout" itself; for its value write "${result.stdout}"',
  ],
  [
    'type: action, do: [{ type: set_state, field: b, value: "a.items[0]" }]',
    '4:63 node "a": "do[0].value" is the text "a.items[0]" itself; for its value write "${a.items[0]}"',
  ],
])('%s keeps a text that reads like a reference, and is told how to write one', (node, problem) => {
  expect(told(node)).toEqual([problem]);
});

it.each([
  'type: cli, command: [ls], save: { phase: done, version: 1.10, file: notes.md, log: "${result.stdout}" }',
  'type: cli, command: [cat, result.json], artifacts: [result.json]',
])('%s says what it means', (node) => {
  expect(told(node)).toEqual([]);
});

it.each([
  ['type: map, items: inputs.parts, body: a', '4:26 node "a": "items" must be a list, or a template that gives one'],
  [
    'type: action, do: [{ type: foreach, items: computed.list, do: [{ type: emit_text, text: x }] }]',
    '4:51 node "a": "do[0].items" must be a list, or a template that gives one',
  ],
  [
    'type: call, workflow: b, outputs: { sum: result.data.computed.sum }',
    '4:49 node "a": "outputs.sum" must be a template over the called run, like "${result.data.computed.total}"',
  ],
])('%s can only be meant as a template', (node, problem) => {
  expect(told(node)[0]).toContain(problem);
});
