// Do-while: the first visit takes the body; leaves at `max`, or when `until` holds after the first round.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { expression, target } from './contract/field-kinds.ts';

const fields = z.strictObject({
  body: target().describe('Where a round begins'),
  done: target().optional().describe('Where the run goes after the last round'),
  until: expression().optional().describe('Leaves when this holds, asked after each round'),
  max: z.number().int().min(1).default(100).describe('Most rounds'),
});

export const loop = defineNode({
  type: 'loop',
  group: 'control',
  summary: 'Repeats its body until a condition holds.',
  fields,
  neverFallsThrough: true,
  passedBy: (node) => node.done,
  rounds: (node) => ({ body: node.body, most: node.max }),
  decide: (node) => ({
    kind: 'loop',
    max: node.max,
    until: node.until ?? null,
    body: node.body,
    done: node.done ?? null,
  }),
});
