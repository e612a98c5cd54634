import { expect, it } from 'vitest';
import { loadWorkflow } from '../load.ts';
import { describeProblem } from '../problems/problem.ts';
import { leavesWorkspace } from './check-artifacts.ts';

const told = (glob: string) =>
  loadWorkflow(
    `gatehouse: 1\nname: a\nnodes:\n  a: { type: cli, command: [x], artifacts: [b, "${glob}"] }\n`,
  ).problems.map((problem) => describeProblem(problem));

it.each(['../../*', '/etc/*', 'a/../../b', './..', '../${run.id}'])('a file that collects "%s" is refused', (glob) => {
  expect(told(glob)).toEqual([
    `4:48 node "a" collects "${glob}", which leaves the workspace; give a path inside it, like "reports/*.md"`,
  ]);
});

it.each(['*.md', 'a/../b', 'a/..', '..a/b', '${run.id}/*', './x'])('a file may collect "%s"', (glob) => {
  expect(told(glob)).toEqual([]);
  expect(leavesWorkspace(glob)).toBe(false);
});

it.each(['*a*a*a*b', '**/a/**/b/**', '+([a-z]|b)c', 'x/*(*a|*b)c', '*-*-*-*.${run.id}'])(
  'a file that collects "%s" is refused: a name made for it would take minutes',
  (glob) => {
    expect(told(glob)).toEqual([expect.stringContaining('has more than 3 "*" in one part')]);
  },
);

it.each(['*-*-*.md', 'a/**/b/**', '{a,b}/*.{md,txt}', '@(a|b).md', '*/*/*/*/*'])(
  'a file may collect "%s" too',
  (glob) => {
    expect(told(glob)).toEqual([]);
  },
);
