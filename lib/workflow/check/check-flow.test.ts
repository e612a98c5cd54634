import { describe, expect, it } from 'vitest';
import { loadWorkflow } from '../load.ts';
import { describeProblem } from '../problems/problem.ts';

function told(...nodes: string[]): string[] {
  const { problems } = loadWorkflow(`gatehouse: 1\nname: a\nnodes:\n${nodes.map((node) => `  ${node}\n`).join('')}`);
  return problems.map((problem) => `${problem.severity} ${describeProblem(problem)}`);
}

describe('a node that no way leads to is a warning', () => {
  // a ──▶ c   b
  it('after a jump', () => {
    expect(told('a: { type: checkpoint, next: c }', 'b: { type: checkpoint }', 'c: { type: end }')).toEqual([
      'warning 5:3 node "b" can never be reached',
    ]);
  });

  // a ──yes──▶ c, no ──▶ asked again   b
  it('after a gate whose every answer leads elsewhere', () => {
    expect(told('a: { type: gate, on: { yes: c } }', 'b: { type: checkpoint }', 'c: { type: end }')).toEqual([
      'warning 5:3 node "b" can never be reached',
    ]);
  });

  // a ──▶ b or c, by if without else; d only after a failure
  it.each([
    ['an if without else', ['a: { type: if, condition: "true", then: c }', 'b: { type: end }', 'c: { type: end }']],
    ['a failure', ['a: { type: checkpoint, on_failure: c, next: complete }', 'c: { type: end }']],
    [
      'the answer without a target',
      [
        'a: { type: gate, kind: question, options: [{ id: x }, { id: y }], on: { x: c } }',
        'b: { type: end }',
        'c: { type: end }',
      ],
    ],
    ['a person who is asked and skips', ['a: { type: checkpoint, next: escalate }', 'b: { type: end }']],
    ['a disabled node', ['a: { type: end, enabled: false }', 'b: { type: end }']],
    ['a target that the run makes', ['a: { type: checkpoint, next: "${prev.output}" }', 'b: { type: end }']],
  ])('but not after %s', (_, nodes) => {
    expect(told(...nodes)).toEqual([]);
  });
});

describe('falling through into another branch is a warning', () => {
  // test ──▶ left ┐
  //      └─▶ right ◀┘ (no next written)
  it('at the node that lacks a next', () => {
    const nodes = [
      'test: { type: if, condition: "true", then: left, else: right }',
      'left: { type: checkpoint }',
      'more: { type: checkpoint }',
      'right: { type: end }',
    ];
    expect(told(...nodes)).toEqual([
      'warning 6:3 node "more" has no "next" and runs on into "right", another branch of "test"; write "next: right" if that is meant',
    ]);
    expect(told(...nodes.with(2, 'more: { type: checkpoint, next: right }'))).toEqual([]);
  });

  // draft ──▶ review ──yes──▶ done, no ──▶ draft
  it('but not where the way leads through the choice itself', () => {
    expect(
      told(
        'draft: { type: checkpoint }',
        'review: { type: gate, on: { yes: done, no: draft } }',
        'done: { type: end }',
      ),
    ).toEqual([]);
  });
});

describe('a loop that nothing leads out of is a warning', () => {
  // a ──▶ b ──▶ a
  it('at its first node', () => {
    expect(told('a: { type: checkpoint }', 'b: { type: checkpoint, next: a }')).toEqual([
      'warning 4:3 from node "a" no way leads to the end of the run',
    ]);
  });

  // a ──x──▶ b ⇄ c, y ──▶ d ⇄ e, z ──▶ f
  it('once for each loop, and not for what leads into it', () => {
    const options = 'options: [{ id: x }, { id: y }, { id: z }]';
    const nodes = [
      `a: { type: gate, kind: question, ${options}, on: { x: b, y: d, z: f } }`,
      'b: { type: checkpoint }',
      'c: { type: checkpoint, next: b }',
      'd: { type: checkpoint }',
      'e: { type: checkpoint, next: d }',
      'f: { type: end }',
    ];
    expect(told(...nodes)).toEqual([
      'warning 5:3 from node "b" no way leads to the end of the run',
      'warning 7:3 from node "d" no way leads to the end of the run',
    ]);
  });

  it('but not when one of its nodes can end the run', () => {
    expect(
      told(
        'a: { type: checkpoint }',
        'b: { type: checkpoint, conditions: [{ if: visit > 3, then: complete }], next: a }',
      ),
    ).toEqual([]);
  });
});
