import { describe, expect, it } from 'vitest';
import { loadWorkflow } from '../load.ts';
import { describeProblem } from '../problems/problem.ts';

function toldOf(gate: string): string[] {
  const { problems } = loadWorkflow(`gatehouse: 1\nname: a\nnodes:\n  a: ${gate}\n  b: { type: end }\n`);
  return problems.filter(({ severity }) => severity === 'error').map((problem) => describeProblem(problem));
}

const options = 'options: [{ id: keep }, { id: drop }]';

describe('the answers of a gate fit together', () => {
  it.each([
    ['{ type: gate, kind: question }', '4:3 node "a" asks a question without "options"'],
    ['{ type: gate, kind: question, options: [{ id: x }, { id: x }] }', '4:63 node "a" has two options "x"'],
    [
      '{ type: gate, options: [{ id: yes }, { id: maybe }] }',
      '4:49 node "a" is an approval, whose options can only be yes and no, not "maybe"; use kind: question',
    ],
    [
      `{ type: gate, kind: question, ${options}, on: { kepe: b } }`,
      '4:81 node "a" has no option "kepe" to go on from; its options are keep, drop; did you mean "keep"?',
    ],
    ['{ type: gate, on: { retry: b } }', '4:26 node "a" has no option "retry" to go on from; its options are yes, no'],
    [
      '{ type: gate, kind: form, on: { yes: b } }',
      '4:38 node "a" has no option "yes" to go on from; its options are submit',
    ],
    [
      '{ type: gate, expires: { after: 1d, then: yes } }',
      '4:48 node "a" may only expire with "no": nothing is approved by silence',
    ],
    [
      `{ type: gate, kind: question, ${options}, expires: { after: 1d, then: kep } }`,
      '4:103 node "a" cannot expire with "kep"; its options are keep, drop; did you mean "keep"?',
    ],
    [
      `{ type: gate, kind: question, ${options}, form: { why: { required_for: [drp] } } }`,
      '4:105 node "a" requires "why" for unknown option "drp"; its options are keep, drop; did you mean "drop"?',
    ],
    [
      '{ type: gate, form: { why: { type: choice, choices: [x, y], default: z } } }',
      '4:75 node "a" has a default for "why" that does not fit: it must be one of x, y',
    ],
    [
      '{ type: gate, form: { n: { type: integer, default: 1.5 } } }',
      '4:57 node "a" has a default for "n" that does not fit: it must be a whole number',
    ],
    ['{ type: gate, form: { why: { type: choice } } }', '4:28 node "a" has a choice "why" without "choices"'],
    [
      '{ type: checkpoint, gate: { kind: info, on: { yes: b } } }',
      '4:52 node "a": "gate" has no option "yes" to go on from; its options are continue',
    ],
    [
      '{ type: checkpoint, gate: [{ kind: none }, { kind: question }] }',
      '4:49 node "a": "gate[1]" asks a question without "options"',
    ],
  ])('%s', (gate, problem) => {
    expect(toldOf(gate)).toEqual([problem]);
  });

  it.each([
    '{ type: gate, options: [{ id: yes, label: Ship it }, { id: no }], on: { no: b }, expires: { after: 2d, then: no } }',
    `{ type: gate, kind: question, ${options}, on: { keep: b }, expires: { after: 2d, then: keep } }`,
    '{ type: gate, kind: info, expires: { after: 2d, then: continue }, on: { continue: b } }',
    '{ type: gate, kind: form, form: { size: { type: choice, choices: [S, M], required_for: [submit] } } }',
    '{ type: gate, form: { n: { type: number, default: "${visit}" }, v: { default: 1.10 }, d: { type: boolean, default: } } }',
    '{ type: checkpoint, gate: { kind: none, on: { whatever: b } } }',
  ])('accepts %s', (gate) => {
    expect(toldOf(gate)).toEqual([]);
  });

  it('a gate with a broken part is not also told that the part is missing', () => {
    expect(toldOf('{ type: gate, kind: question, options: some }')).toEqual([
      '4:45 node "a": "options" must be a list of options, or a template that gives one, not "some"',
    ]);
  });
});
