// What a person meant, from their words: keywords give flags that are true, false or unknown, rules turn flags into one
// answer, and a route goes where the answer says. Keywords are found anywhere in the text, in any case.
import { z } from 'zod';
import { target } from '../contract/field-kinds.ts';
import type { DecideContext } from '../contract/node-context.ts';
import { computedPath, given, storeAs, stored } from './data-path.ts';
import { defineEffect } from './define-effect.ts';
import { matchRules, type Rule, type Verdict, verdictOf } from './match-rules.ts';

const keywords = z.array(z.string());
const definitions = z.record(
  z.string(),
  z.object({ keywords: keywords.default([]), negative_keywords: keywords.default([]) }),
);
const ruleList = z.array(z.looseObject({ conditions: z.record(z.string(), z.unknown()).default({}) }));

function hasAny(input: string, words: string[]): boolean {
  const text = input.toLowerCase();
  return words.some((word) => text.includes(word.toLowerCase()));
}

/** Values that may come from the run's data are checked when they are there. */
function checked<Value>(schema: z.ZodType<Value>, value: unknown, ctx: DecideContext, name: string): Value {
  const result = schema.safeParse(ctx.render(value));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${[name, ...(issue?.path ?? [])].join('.')} does not fit: ${issue?.message}`);
}

const evaluateKeywords = defineEffect(
  'evaluate_keywords',
  { input: z.string(), keyword_sets: given, store_as: storeAs },
  {
    writes: (one) => [computedPath(one.store_as)],
    run(one, ctx) {
      const input = ctx.renderText(one.input);
      const sets = checked(z.record(z.string(), keywords), one.keyword_sets, ctx, 'keyword_sets');
      const found = Object.keys(sets).find((name) => hasAny(input, sets[name] ?? []));
      return stored(ctx, one.store_as, found ?? null);
    },
  },
);

/** Negative keywords come first: "no help" contains "help". */
const parseIntentFlags = defineEffect(
  'parse_intent_flags',
  { input: z.string(), flag_definitions: given, store_as: storeAs },
  {
    writes: (one) => [computedPath(one.store_as)],
    run(one, ctx) {
      const input = ctx.renderText(one.input);
      const flags = Object.entries(checked(definitions, one.flag_definitions, ctx, 'flag_definitions'));
      const verdict = ({ keywords: yes, negative_keywords: no }: (typeof flags)[number][1]): Verdict =>
        hasAny(input, no) ? 'F' : hasAny(input, yes) ? 'T' : 'U';
      return stored(ctx, one.store_as, Object.fromEntries(flags.map(([name, words]) => [name, verdict(words)])));
    },
  },
);

const match3vlRules = defineEffect(
  'match_3vl_rules',
  { flags: given, rules: given, ranking: z.enum(['hard_soft', 'score']).default('hard_soft'), store_as: storeAs },
  {
    writes: (one) => [computedPath(one.store_as)],
    run(one, ctx) {
      const flags = checked(z.record(z.string(), z.unknown()), one.flags, ctx, 'flags');
      const known = Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, verdictOf(value, name)]));
      const rules = checked(ruleList, one.rules, ctx, 'rules') as Rule[];
      return stored(ctx, one.store_as, matchRules(known, rules, one.ranking));
    },
  },
);

/** The target is kept as computed.dynamic_target too, where later nodes may look it up. */
const dynamicRoute = defineEffect(
  'dynamic_route',
  { action: target() },
  {
    writes: () => ['computed.dynamic_target'],
    run(one, ctx) {
      const to = ctx.render(one.action);
      if (typeof to !== 'string' || !/^[A-Za-z_][A-Za-z0-9_-]*$/.test(to)) {
        throw new Error(`"${one.action}" gives ${JSON.stringify(to)}, not a node id`);
      }
      return { to, ...stored(ctx, 'dynamic_target', to) };
    },
  },
);

export const intentEffects = [evaluateKeywords, parseIntentFlags, match3vlRules, dynamicRoute];
