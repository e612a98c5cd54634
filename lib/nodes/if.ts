import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { target } from './contract/field-kinds.ts';
import { evaluatePrecondition } from './parts/evaluate-precondition.ts';
import { describePrecondition, precondition } from './parts/precondition.ts';

const fields = z.strictObject({ condition: precondition, then: target(), else: target().optional() });

export const ifNode = defineNode({
  type: 'if',
  group: 'control',
  summary: 'Takes one of two ways.',
  fields,
  neverFallsThrough: true,
  passedBy: (node) => node.else,
  decide(node, ctx) {
    const result = evaluatePrecondition(node.condition, ctx);
    const to = result ? node.then : (node.else ?? null);
    return { kind: 'complete', result, to, branch: { condition: describePrecondition(node.condition), result, to } };
  },
});
