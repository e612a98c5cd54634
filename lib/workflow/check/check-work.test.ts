import { expect, it } from 'vitest';
import { loadWorkflow } from '../load.ts';

function told(nodes: string): string[] {
  const { problems } = loadWorkflow(`gatehouse: 1\nname: a\nnodes:\n${nodes}\n`);
  return problems.filter(({ severity }) => severity === 'error').map(({ line, code }) => `${line} ${code}`);
}

it('a model can judge only work; data can be checked anywhere', () => {
  expect(told('  a: { type: end, expect: It is nice. }')).toEqual(['4 no_work_to_judge']);
  expect(told('  a: { type: end, checks: [{ type: judge, question: Is it nice? }] }')).toEqual(['4 no_work_to_judge']);
  expect(told('  a: { type: end, checks: ["1 == 1", { type: text_present, text: x }] }')).toEqual([]);
  expect(told('  a: { type: cli, command: [x], expect: It is nice. }')).toEqual([]);
});

it('an expression of a check must parse and name what can exist', () => {
  expect(told('  a: { type: cli, command: [x], checks: ["1 =="] }')).toHaveLength(1);
  expect(told('  a: { type: cli, command: [x], checks: [{ type: expression, if: nowhere.x }] }')).toHaveLength(1);
});

it('from the background nothing leads on', () => {
  const agent = (more: string) =>
    `  a: { type: agent, agent: codex, prompt: x, background: true, tools: [], ${more} }\n  b: { type: end }`;
  for (const way of [
    'on_failure: b',
    'conditions: [{ if: "true", then: b }]',
    'gate: { when: after, on: { no: b } }',
  ]) {
    expect(told(agent(way)), way).toEqual(['4 background_way']);
  }
  for (const way of ['on_failure: skip', 'on_failure: escalate', 'next: b', 'gate: { when: before, on: { no: b } }']) {
    expect(told(agent(way)), way).toEqual([]);
  }
});
