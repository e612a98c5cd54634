import { z } from 'zod';
import { defineNode } from './define-node.ts';
import { evaluatePrecondition } from './parts/evaluate-precondition.ts';
import { describePrecondition, expressionsOf, precondition } from './parts/precondition.ts';

const fields = z.strictObject({ condition: precondition, then: z.string(), else: z.string().optional() });
type Fields = z.infer<typeof fields>;

export const ifNode = defineNode<Fields>({
  type: 'if',
  group: 'control',
  summary: 'Takes one of two ways.',
  fields,
  targets: (node) => [
    { path: ['then'], target: node.then },
    ...(node.else === undefined ? [] : [{ path: ['else'], target: node.else }]),
  ],
  expressions: (node) => expressionsOf(node.condition, ['condition']),
  neverFallsThrough: true,
  passedBy: (node) => node.else,
  decide(node, ctx) {
    const result = evaluatePrecondition(node.condition, ctx);
    const to = result ? node.then : (node.else ?? null);
    return { kind: 'complete', result, to, branch: { condition: describePrecondition(node.condition), result, to } };
  },
});
