// Do-while: the first visit takes the body; leaves at `max`, or when `until` holds after the first round.
import { z } from 'zod';
import { defineNode } from './define-node.ts';

const fields = z.strictObject({
  body: z.string().describe('Where a round begins'),
  done: z.string().optional().describe('Where the run goes after the last round'),
  until: z.string().optional().describe('Leaves when this holds, asked after each round'),
  max: z.number().int().min(1).default(100).describe('Most rounds'),
});
type Fields = z.infer<typeof fields>;

export const loop = defineNode<Fields>({
  type: 'loop',
  group: 'control',
  summary: 'Repeats its body until a condition holds.',
  fields,
  targets: (node) => [
    { path: ['body'], target: node.body },
    ...(node.done === undefined ? [] : [{ path: ['done'], target: node.done }]),
  ],
  expressions: (node) => (node.until === undefined ? [] : [{ path: ['until'], text: node.until }]),
  neverFallsThrough: true,
  passedBy: (node) => node.done,
  decide: (node) => ({
    kind: 'loop',
    max: node.max,
    until: node.until ?? null,
    body: node.body,
    done: node.done ?? null,
  }),
});
