// Several ways at the same time. A branch ends at `join` or when it runs out of nodes.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { target } from './contract/field-kinds.ts';
import { joinFields } from './parts/join.ts';

const fields = z.strictObject({
  branches: z.record(z.string(), target()).describe('Each branch by name, with its first node'),
  ...joinFields,
});
type Fields = z.infer<typeof fields>;

const branchesOf = ({ branches }: Fields) => Object.entries(branches).map(([key, start]) => ({ key, start }));

export const parallel = defineNode({
  type: 'parallel',
  group: 'control',
  summary: 'Walks several branches at the same time.',
  fields,
  check: (node) =>
    branchesOf(node).length > 0
      ? []
      : [{ code: 'missing', at: ['branches'], message: 'needs at least one of "branches"', isError: true }],
  branches: branchesOf,
  claim: (node) => ({
    fork: {
      branches: branchesOf(node),
      join: node.join,
      limit: node.limit ?? null,
      as: null,
      isList: false,
    },
  }),
});
