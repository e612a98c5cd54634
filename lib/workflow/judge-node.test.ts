import { expect, it } from 'vitest';
import { loadWorkflow } from './load.ts';

const judged = 'checks: [{ type: judge, question: Is it nice?, when: after }]';

it('a run that can complete leads to the judge of its work, wherever it completes', () => {
  const { graph } = loadWorkflow(`
gatehouse: 1
name: Judged
nodes:
  work: { type: cli, command: [x], ${judged}, conditions: [{ if: "result.exit_code == 1", then: complete }] }
  more: { type: cli, command: [x] }
  done: { type: end }
`);
  expect(graph).toMatchObject({
    judge: 'checks',
    successors: { work: ['more', 'checks'], more: ['done'], done: ['checks'] },
  });
});

it('a graph without such checks has no judge, and an own node called checks keeps its name', () => {
  expect(loadWorkflow('gatehouse: 1\nname: a\nnodes: { a: { type: end } }\n').graph?.judge).toBeNull();
  const own = loadWorkflow(`gatehouse: 1\nname: a\nnodes:\n  checks: { type: cli, command: [x], ${judged} }\n`).graph;
  expect(own?.judge).not.toBe('checks');
  expect(own?.successors.checks).toEqual([own?.judge]);
});
