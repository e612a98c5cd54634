// Effects done once for every item of a list, under a name that only they see. The action goes through the list itself
// (effect-steps), so that a step of a round is a step like any other.
import { z } from 'zod';
import { binding } from '../contract/field-kinds.ts';
import { listOrTemplate } from '../parts/list-or-template.ts';
import { defineEffect, type Effect, type EffectDefinition } from './define-effect.ts';

export type Foreach = Effect & { items: unknown; as: string; do: Effect[] };

export function isForeach(effect: Effect): effect is Foreach {
  return effect.type === 'foreach';
}

/** The effects inside are of all kinds, which are only known once each of them is defined. */
export function defineForeach(effect: () => z.ZodType<Effect>): EffectDefinition {
  const as = binding()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { message: 'use letters, digits and _, and start with a letter or _' })
    .default('item');
  return defineEffect(
    'foreach',
    {
      items: listOrTemplate,
      as,
      do: z.array(z.lazy(effect)).min(1),
    },
    { run: () => ({}) },
  );
}
