import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { target } from './contract/field-kinds.ts';

const fields = z.strictObject({ loop: target().describe('The loop whose round ends here') });

export const endLoop = defineNode({
  type: 'end_loop',
  group: 'control',
  summary: 'Ends a round: jumps back to its loop.',
  fields,
  neverFallsThrough: true,
  passedBy: (node) => node.loop,
  endsRoundOf: (node) => node.loop,
  decide: (node) => ({ kind: 'complete', to: node.loop }),
});
