import { expect, it } from 'vitest';
import { loadWorkflow } from '../load.ts';
import { describeProblem } from '../problems/problem.ts';

function told(nodes: string): string[] {
  const { problems } = loadWorkflow(`gatehouse: 1\nname: a\nnodes:\n${nodes}\n`);
  return problems.map((problem) => describeProblem(problem));
}
const judged = (condition: string, rest = '') =>
  told(`  a: { type: task, action: Judge it., conditions: [{ if: "${condition}", then: complete }]${rest} }`);

it.each(["result == 'pass'", "'pass' == result", "visit == 1 and result == 'pass'"])(
  'a task whose condition is %s is told what its verdict is called',
  (condition) => {
    const column = 59 + condition.indexOf('result');
    expect(judged(condition)).toEqual([
      `4:${column} node "a": "conditions[0].if" compares "result", which is a group of keys and equal to no value; write result.result`,
    ]);
  },
);

it('so is a later node that asks for it, and one that compares what a program gave', () => {
  expect(
    told(`  a: { type: cli, command: [ls], checks: ["result != 'x'"] }
  b: { type: if, condition: "a.result == 'x'", then: complete }`),
  ).toEqual([
    '4:44 node "a": "checks[0]" compares "result", which is a group of keys and equal to no value; write trim(result.stdout)',
    '5:30 node "b": "condition" compares "a.result", which is a group of keys and equal to no value; write trim(a.result.stdout)',
  ]);
});

it('the verdict itself, a missing result, and the answer to a question can be compared', () => {
  expect(judged("result.result == 'pass'")).toEqual([]);
  expect(judged('result == null')).toEqual([]);
  expect(judged("result == 'pass'", ', gate: { kind: question, options: [{ id: pass }, { id: fail }] }')).toEqual([]);
});
