// Several ways at the same time. A branch ends at `join` or when it runs out of nodes.
import { z } from 'zod';
import { defineNode } from './define-node.ts';
import { joinFields } from './parts/join.ts';

const fields = z.strictObject({
  branches: z.record(z.string(), z.string()).describe('Each branch by name, with its first node'),
  ...joinFields,
});
type Fields = z.infer<typeof fields>;

export const parallel = defineNode<Fields>({
  type: 'parallel',
  group: 'control',
  summary: 'Walks several branches at the same time.',
  fields,
  targets: (node) => Object.entries(node.branches).map(([key, target]) => ({ path: ['branches', key], target })),
  claim: (node) => ({
    fork: {
      branches: Object.entries(node.branches).map(([key, start]) => ({ key, start })),
      join: node.join,
      limit: node.limit ?? null,
      as: null,
      isList: false,
    },
  }),
});
