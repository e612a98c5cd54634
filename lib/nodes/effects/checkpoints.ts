// Named copies of the run's data, and the way back to one. Only data goes back, never history, visits or the log.
import { z } from 'zod';
import type { DecideContext } from '../contract/node-context.ts';
import { defineEffect } from './define-effect.ts';

function nameOf(template: string, ctx: DecideContext): string {
  const name = ctx.renderText(template).trim();
  if (name === '') throw new Error('the name of a checkpoint must not be empty');
  return name;
}

const name = z.string().min(1);

const createCheckpoint = defineEffect(
  'create_checkpoint',
  { name, label: z.string().optional() },
  {
    run(one, ctx) {
      const made = nameOf(one.name, ctx);
      return { checkpoint: { name: made, label: one.label === undefined ? made : ctx.renderText(one.label) } };
    },
  },
);

const rollbackCheckpoint = defineEffect(
  'rollback_checkpoint',
  { name },
  { run: (one, ctx) => ({ rollback: nameOf(one.name, ctx) }) },
);

export const checkpointEffects = [createCheckpoint, rollbackCheckpoint];
