import { z } from 'zod';
import { defineNode } from './define-node.ts';

const fields = z.strictObject({ loop: z.string().describe('The loop whose round ends here') });
type Fields = z.infer<typeof fields>;

export const endLoop = defineNode<Fields>({
  type: 'end_loop',
  group: 'control',
  summary: 'Ends a round: jumps back to its loop.',
  fields,
  targets: (node) => [{ path: ['loop'], target: node.loop }],
  neverFallsThrough: true,
  passedBy: (node) => node.loop,
  decide: (node) => ({ kind: 'complete', to: node.loop }),
});
