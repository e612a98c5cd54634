import { z } from 'zod';
import { defineNode } from './define-node.ts';

const fields = z.strictObject({ condition: z.string(), then: z.string(), else: z.string().optional() });
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
  expressions: (node) => [{ path: ['condition'], text: node.condition }],
  neverFallsThrough: true,
  passedBy: (node) => node.else,
  decide(node, ctx) {
    const result = ctx.isTrue(node.condition);
    const to = result ? node.then : (node.else ?? null);
    return { kind: 'complete', result, to, branch: { condition: node.condition, result, to } };
  },
});
