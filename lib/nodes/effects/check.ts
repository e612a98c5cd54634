// Keeps whether a condition holds, also one that looks outside of the run, as a flag or as a value for later.

import { evaluatePrecondition } from '../parts/evaluate-precondition.ts';
import { lookOutside } from '../parts/look-outside.ts';
import { precondition } from '../parts/precondition.ts';
import { computedPath, flagName, storeAs, stored } from './data-path.ts';
import { defineEffect } from './define-effect.ts';

const check = defineEffect(
  'check',
  {
    condition: precondition.describe('An expression, or one of the typed checks'),
    set_flag: flagName.optional().describe('The flag that says whether it holds'),
    store_as: storeAs.optional().describe('Where it is kept whether it holds'),
  },
  {
    writes: ({ set_flag, store_as }) => [
      ...(set_flag === undefined ? [] : [`flags.${set_flag}`]),
      ...(store_as === undefined ? [] : [computedPath(store_as)]),
    ],
    fault: ({ set_flag, store_as }) =>
      set_flag === undefined && store_as === undefined ? { message: 'must say "set_flag" or "store_as"' } : null,
    isRead: () => true,
    async act({ condition, set_flag, store_as }, ctx) {
      const holds = evaluatePrecondition(condition, ctx.data, await lookOutside([condition], ctx));
      const kept = store_as === undefined ? [] : stored(ctx.data, store_as, holds).changes;
      if (set_flag === undefined) return { changes: kept };
      return { changes: [...kept, { op: 'set', path: `flags.${set_flag}`, value: holds }] };
    },
  },
);

export const checkEffects = [check];
