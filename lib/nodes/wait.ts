// Waits for a duration, for a time, or for a named signal. What was waited for survives restarts and is never early.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { duration, milliseconds } from './parts/duration.ts';

const fields = z
  .strictObject({
    for: duration.optional(),
    until: z.string().optional().describe('A time (ISO 8601), or a template that gives one'),
    signal: z.string().optional().describe('The name of a signal'),
  })
  .refine((node) => [node.for, node.until, node.signal].filter((one) => one !== undefined).length === 1, {
    message: 'must say exactly one of "for", "until" and "signal"',
  })
  .meta({ oneOf: [{ required: ['for'] }, { required: ['until'] }, { required: ['signal'] }] });
type Fields = z.infer<typeof fields>;

function timeOf(node: Fields, now: string, render: (text: string) => string): string | null {
  if (node.for !== undefined) return new Date(Date.parse(now) + milliseconds(node.for)).toISOString();
  if (node.until === undefined) return null;
  const text = render(node.until);
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Error(`"${text}" is not a time; write one like 2026-12-31T18:00:00Z`);
  return new Date(time).toISOString();
}

export const wait = defineNode({
  type: 'wait',
  group: 'control',
  summary: 'Waits for a duration, a time or a signal.',
  fields,
  waitsAlone: true,
  claim: (node, ctx) => ({
    wait: {
      until: timeOf(node, ctx.now, ctx.renderText),
      ...(node.until === undefined ? {} : { date: true as const }),
      signal: node.signal === undefined ? null : ctx.renderText(node.signal),
      call: null,
    },
  }),
});
