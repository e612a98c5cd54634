import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import type { GateSpec } from './parts/gate-spec.ts';

const fields = z.strictObject({
  label: z.string().optional(),
  auto_continue: z.boolean().default(true).describe('false also asks Continue / Pause / Abort'),
});

const question = (message: string): GateSpec => ({
  kind: 'question',
  message,
  options: [
    { id: 'continue', label: 'Continue', style: 'primary' },
    { id: 'pause', label: 'Pause', style: 'normal' },
    { id: 'abort', label: 'Abort', style: 'danger' },
  ],
});

export const checkpoint = defineNode({
  type: 'checkpoint',
  group: 'control',
  summary: 'Keeps a named snapshot of the run’s data.',
  fields,
  decide(node, ctx) {
    const label = node.label ? ctx.renderText(node.label) : ctx.nodeName;
    const named = { kind: 'checkpoint' as const, name: ctx.nodeId, label };
    return node.auto_continue ? named : { ...named, gate: question(`${label}: go on from here?`) };
  },
});
