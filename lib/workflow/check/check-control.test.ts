import { describe, expect, it } from 'vitest';
import { loadWorkflow } from '../load.ts';
import { describeProblem } from '../problems/problem.ts';

function told(...nodes: string[]): string[] {
  const { problems } = loadWorkflow(`gatehouse: 1\nname: a\nnodes:\n${nodes.map((node) => `  ${node}\n`).join('')}`);
  return problems.map((problem) => `${problem.severity} ${problem.code} ${describeProblem(problem)}`);
}

const loop = 'again: { type: loop, body: work, done: done, max: 3 }';
const work = 'work: { type: checkpoint }';
const back = 'back: { type: end_loop, loop: again }';
const done = 'done: { type: end }';

describe('a loop and its end are a pair', () => {
  // again ──▶ work ──▶ back ──▶ again, done ──▶ done
  it('one end is right', () => {
    expect(told(loop, work, back, done)).toEqual([]);
  });

  it.each(['work', 'next'])('an end does not name %s', (target) => {
    expect(
      told(loop, 'work: { type: checkpoint, next: again }', `back: { type: end_loop, loop: ${target} }`, done),
    ).toContain(`error wrong_end_loop 6:33 node "back" ends a round of "${target}", which is not a loop`);
  });

  it('a name that nothing has is told once, with a near one', () => {
    const errors = told(loop, work, back, 'bad: { type: end_loop, loop: agian }', done).filter((line) =>
      line.startsWith('error'),
    );
    expect(errors).toEqual([
      'error unknown_target 7:32 node "bad" points to unknown node "agian"; did you mean "again"?',
    ]);
  });

  it('a second end is refused', () => {
    expect(told(loop, work, back, 'more: { type: end_loop, loop: again }', done)).toEqual([
      'warning unreachable 7:3 node "more" can never be reached',
      'error second_end_loop 7:33 node "more" is a second end of the loop "again"; the first is "back"; write "next: back" in the node before it',
    ]);
  });

  it('a body that never comes back is refused', () => {
    expect(told(loop, 'work: { type: checkpoint, next: done }', done)).toEqual([
      'error loop_without_end 4:3 node "again" is a loop whose body never comes back to it; end the body with "type: end_loop, loop: again"',
    ]);
  });

  it.each([
    ['a target', [loop, 'work: { type: checkpoint, next: again }', done]],
    ['an answer', [loop, 'work: { type: gate, on: { yes: done, no: again } }', done]],
    ['its place before the loop', ['start: { type: checkpoint, next: again }', work, loop, done]],
  ])('a body may come back by %s', (_, nodes) => {
    expect(told(...nodes)).toEqual([]);
  });

  it('a loop whose end would lead into its own body is refused', () => {
    expect(told('again: { type: loop, body: work }', work, back, done)).toContain(
      'error loop_without_exit 4:3 node "again" is a loop without "done": after the last round it would run on into its own body; write "done" with the node that comes after it',
    );
  });
});

describe('a switch', () => {
  it('without a default is a warning: a branch is missing', () => {
    expect(told('a: { type: switch, cases: [{ if: visit > 1, then: done }] }', done)).toEqual([
      'warning missing_branch 4:3 node "a" has no "default": when no case holds, the path ends there; write "default: complete" if that is meant',
    ]);
  });

  it('names each case once', () => {
    const cases = '[{ if: visit > 2, then: done, name: x }, { if: visit > 1, then: done, name: x }]';
    expect(told(`a: { type: switch, cases: ${cases}, default: done }`, done)).toEqual([
      'error duplicate_case 4:105 node "a" has two cases "x"',
    ]);
  });
});

describe('forks', () => {
  it('have at least one branch', () => {
    expect(told('a: { type: parallel, branches: {} }', done)).toEqual([
      'error missing 4:34 node "a" needs at least one of "branches"',
    ]);
  });

  it.each([
    [
      'result',
      'reserved_id 4:38 node "a" gives the name "result", which expressions use for something else; choose another',
    ],
    [
      'work',
      'reserved_id 4:38 node "a" gives the name "work", which expressions use for something else; choose another',
    ],
    ['a b', 'bad_id 4:38 node "a" gives the name "a b", which cannot be used; use letters, digits, _ and -'],
  ])('do not give the name %j', (name, problem) => {
    expect(told(`a: { type: map, items: [1, 2], as: ${name}, body: work, next: complete }`, work)).toEqual([
      `error ${problem}`,
    ]);
  });
});

it('a member of a parallel_group has no way of its own', () => {
  const group = 'parallel_group: both';
  expect(
    told(
      `a: { type: checkpoint, ${group}, next: done }`,
      `b: { type: checkpoint, ${group}, on_failure: skip, conditions: [{ if: visit > 1, then: done }] }`,
      done,
    ).filter((line) => line.startsWith('error')),
  ).toEqual([
    'error group_member_leads 4:48 node "a" is in a parallel_group, which goes on after its last node; it cannot lead elsewhere',
    'error group_member_leads 5:96 node "b" is in a parallel_group, which goes on after its last node; it cannot lead elsewhere',
  ]);
});
