// Effects on the run's data: set, append, clear, merge, increment, and flags, which are always booleans.
import { z } from 'zod';
import { keeps } from '../contract/field-kinds.ts';
import type { DecideContext } from '../contract/node-context.ts';
import type { Change } from '../contract/outcome.ts';
import { asFlag } from '../parts/as-flag.ts';
import { field, flagName, given } from './data-path.ts';
import { defineEffect, type EffectResult, mustBeGiven } from './define-effect.ts';

type Operation = 'set' | 'append' | 'clear' | 'merge' | 'increment';

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mutation(operation: Operation, written: string, template: unknown, ctx: DecideContext): EffectResult {
  const path = ctx.renderText(written);
  const change = (op: Change['op'], value?: unknown): EffectResult => ({
    changes: [op === 'clear' ? { op, path } : { op, path, value }],
  });
  const before = () => ctx.read(path);
  const value = ctx.render(template);
  switch (operation) {
    case 'set':
      return change('set', value);
    case 'clear':
      return change('clear');
    case 'append':
      if (before() !== null && !Array.isArray(before())) throw new Error(`"${path}" is not a list`);
      return change('append', value);
    case 'merge':
      if (!isObject(value)) throw new Error(`only a group of keys can be merged into "${path}"`);
      if (before() !== null && !isObject(before())) throw new Error(`"${path}" is not a group of keys`);
      return change('merge', value);
    case 'increment': {
      const from = before() ?? 0;
      const by = value ?? 1;
      if (typeof from !== 'number') throw new Error(`"${path}" is not a number`);
      if (typeof by !== 'number') throw new Error(`"${path}" can only be incremented by a number`);
      return change('set', from + by);
    }
  }
}

const setState = defineEffect(
  'set_state',
  { field, value: keeps(given) },
  { writes: (one) => [one.field], run: (one, ctx) => mutation('set', one.field, one.value, ctx) },
);

const appendState = defineEffect(
  'append_state',
  { field, value: keeps(given) },
  { writes: (one) => [one.field], run: (one, ctx) => mutation('append', one.field, one.value, ctx) },
);

const clearState = defineEffect(
  'clear_state',
  { field },
  { writes: (one) => [one.field], run: (one, ctx) => mutation('clear', one.field, null, ctx) },
);

const mergeState = defineEffect(
  'merge_state',
  { field, value: keeps(given) },
  { writes: (one) => [one.field], run: (one, ctx) => mutation('merge', one.field, one.value, ctx) },
);

const mutateState = defineEffect(
  'mutate_state',
  {
    operation: z.enum(['set', 'append', 'clear', 'merge', 'increment']),
    field,
    value: keeps(z.unknown()).optional(),
  },
  {
    writes: (one) => [one.field],
    fault({ operation, value }) {
      const needsValue = operation !== 'clear' && operation !== 'increment';
      return needsValue && value === undefined ? { field: 'value', message: mustBeGiven } : null;
    },
    run: (one, ctx) => mutation(one.operation, one.field, one.value, ctx),
  },
);

const setFlag = defineEffect(
  'set_flag',
  { flag: flagName, value: keeps(z.union([z.boolean(), z.string()])).default(true) },
  {
    writes: (one) => [`flags.${one.flag}`],
    run: (one, ctx) => ({
      changes: [{ op: 'set', path: `flags.${one.flag}`, value: asFlag(ctx.render(one.value)) }],
    }),
  },
);

export const stateEffects = [setState, appendState, clearState, mergeState, mutateState, setFlag];
