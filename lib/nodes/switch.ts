// Takes the first case that holds, in order; else the default; else the path ends, with a warning.
import { z } from 'zod';
import { defineNode } from './define-node.ts';

const fields = z.strictObject({
  cases: z.array(z.strictObject({ if: z.string(), then: z.string(), name: z.string().optional() })).min(1),
  default: z.string().optional(),
});
type Fields = z.infer<typeof fields>;

export const switchNode = defineNode<Fields>({
  type: 'switch',
  group: 'control',
  summary: 'Takes the first of several ways whose condition holds.',
  fields,
  targets: (node) => [
    ...node.cases.map(({ then }, index) => ({ path: ['cases', index, 'then'], target: then })),
    ...(node.default === undefined ? [] : [{ path: ['default'], target: node.default }]),
  ],
  expressions: (node) => node.cases.map((one, index) => ({ path: ['cases', index, 'if'], text: one.if })),
  neverFallsThrough: true,
  passedBy: (node) => node.default,
  decide(node, ctx) {
    const taken = node.cases.find((one) => ctx.isTrue(one.if));
    const to = taken?.then ?? node.default ?? null;
    const branch = { condition: taken?.name ?? taken?.if ?? 'default', result: taken !== undefined, to };
    if (to !== null) return { kind: 'complete', result: branch.condition, to, branch };
    const warning = `no case of ${ctx.nodeName} holds and it has no default: the path ends here`;
    return { kind: 'complete', result: null, to: 'complete', branch, warning };
  },
});
