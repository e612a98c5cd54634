// Takes the first case that holds, in order; else the default; else the path ends, with a warning.
import { z } from 'zod';
import { type Complaint, defineNode } from './contract/define-node.ts';
import { expression, target } from './contract/field-kinds.ts';

const fields = z.strictObject({
  cases: z.array(z.strictObject({ if: expression(), then: target(), name: z.string().optional() })).min(1),
  default: target().optional(),
});
type Fields = z.infer<typeof fields>;

const noDefault: Complaint = {
  code: 'missing_branch',
  at: [],
  message: 'has no "default": when no case holds, the path ends there',
  suggestion: 'write "default: complete" if that is meant',
  isError: false,
};

function doubleNames({ cases }: Fields): Complaint[] {
  const seen = new Set<string>();
  return cases.flatMap(({ name }, index) => {
    if (name === undefined || !seen.has(name)) {
      if (name !== undefined) seen.add(name);
      return [];
    }
    return [
      { code: 'duplicate_case', at: ['cases', index, 'name'], message: `has two cases "${name}"`, isError: true },
    ];
  });
}

export const switchNode = defineNode({
  type: 'switch',
  group: 'control',
  summary: 'Takes the first of several ways whose condition holds.',
  fields,
  check: (node) => [...doubleNames(node), ...(node.default === undefined ? [noDefault] : [])],
  neverFallsThrough: true,
  passedBy: (node) => node.default,
  passedWithout: (node) => (node.default === undefined ? 'default' : undefined),
  decide(node, ctx) {
    const taken = node.cases.find((one) => ctx.isTrue(one.if));
    const to = taken?.then ?? node.default ?? null;
    const branch = { condition: taken?.name ?? taken?.if ?? 'default', result: taken !== undefined, to };
    if (to !== null) return { kind: 'complete', result: branch.condition, to, branch };
    const warning = `no case of ${ctx.nodeName} holds and it has no default: the path ends here`;
    return { kind: 'complete', result: null, to: 'complete', branch, warning };
  },
});
