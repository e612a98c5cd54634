import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { endOutcomes } from './contract/outcome.ts';

const fields = z.strictObject({
  outcome: z.enum(endOutcomes).default('success'),
  message: z.string().optional(),
  summary: z.unknown().optional(),
  recovery: z.string().optional(),
});

export const end = defineNode({
  type: 'end',
  group: 'control',
  summary: 'Ends the run with an outcome.',
  fields,
  neverFallsThrough: true,
  endsRun: true,
  decide: (node, ctx) => ({
    kind: 'end',
    outcome: node.outcome,
    message: node.message ? ctx.renderText(node.message) : '',
    ...(node.summary === undefined ? {} : { summary: ctx.render(node.summary) }),
    ...(node.recovery === undefined ? {} : { recovery: ctx.renderText(node.recovery) }),
  }),
});
