// Effects that work something out: an expression, the time, a hash.
import { expression } from '../contract/field-kinds.ts';
import { sha256 } from '../parts/sha256.ts';
import { computedPath, flagName, storeAs, stored } from './data-path.ts';
import { defineEffect } from './define-effect.ts';

const evaluate = defineEffect(
  'evaluate',
  { expression: expression(), set_flag: flagName },
  {
    writes: (one) => [`flags.${one.set_flag}`],
    run: (one, ctx) => ({
      changes: [{ op: 'set', path: `flags.${one.set_flag}`, value: ctx.isTrue(one.expression) }],
    }),
  },
);

const compute = defineEffect(
  'compute',
  { expression: expression(), store_as: storeAs },
  {
    writes: (one) => [computedPath(one.store_as)],
    run: (one, ctx) => stored(ctx, one.store_as, ctx.evaluate(one.expression)),
  },
);

const setTimestamp = defineEffect(
  'set_timestamp',
  { store_as: storeAs },
  {
    writes: (one) => [computedPath(one.store_as)],
    run: (one, ctx) => stored(ctx, one.store_as, ctx.now),
  },
);

/** Text is hashed as it is, anything else as its JSON. */
const computeHash = defineEffect(
  'compute_hash',
  { from: expression().describe('The path of what is hashed'), store_as: storeAs },
  {
    writes: (one) => [computedPath(one.store_as)],
    run(one, ctx) {
      const content = ctx.evaluate(one.from);
      if (content === null) throw new Error(`"${one.from}" is null, so there is nothing to hash`);
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      return stored(ctx, one.store_as, `sha256:${sha256(text)}`);
    },
  },
);

export const computeEffects = [evaluate, compute, setTimestamp, computeHash];
