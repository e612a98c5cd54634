// A list of small typed effects, in order. Later effects see earlier ones; the first failure stops, and what was done
// before it stays. An action whose effects are all pure is decided; one that reaches the outside is executed. A rollback
// comes last, so that "restore, then go on as the node says" is all there is.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { lazy } from './contract/field-kinds.ts';
import { decideEffects } from './effects/decide-effects.ts';
import type { Effect, EffectDefinition } from './effects/define-effect.ts';
import { writtenEffects } from './effects/effect-steps.ts';
import { executeEffects } from './effects/execute-effects.ts';
import { effectOf, effectSchema } from './effects/index.ts';

function isActing({ type }: Effect): boolean {
  return 'act' in effectOf(type);
}

function checkRollback(effects: Effect[], issues: z.RefinementCtx): void {
  const all = writtenEffects(effects);
  const made = new Set(all.flatMap(({ effect }) => (effect.type === 'create_checkpoint' ? [effect.name] : [])));
  for (const { effect, path } of all) {
    if (effect.type !== 'rollback_checkpoint') continue;
    const refuse = (message: string) => issues.addIssue({ code: 'custom', path, message });
    if (effect !== effects.at(-1)) refuse('must be the last effect of its node');
    else if (all.some((one) => isActing(one.effect))) {
      refuse('cannot stand beside effects that act on the outside; put rollback_checkpoint into an action of its own');
    } else if (made.has(effect.name)) {
      refuse('goes back to a checkpoint that this node itself makes; make it in an earlier node');
    }
  }
}

function checkEffects(effects: Effect[], issues: z.RefinementCtx): void {
  for (const { effect, path } of writtenEffects(effects)) {
    const fault = effectOf(effect.type).fault(effect);
    if (!fault) continue;
    const at = fault.field === undefined ? path : [...path, fault.field];
    issues.addIssue({ code: 'custom', path: at, message: fault.message });
  }
  checkRollback(effects, issues);
}

const fields = z.strictObject({ do: lazy(z.array(effectSchema).min(1).superRefine(checkEffects)) });
type Fields = z.infer<typeof fields>;

type Found = { effect: Effect; definition: EffectDefinition };

/** Asked several times in every step of a run, and always the same for one node of a graph. */
const known = new WeakMap<Effect[], Found[]>();

function effectsOf({ do: written }: Fields): Found[] {
  let found = known.get(written);
  if (!found) {
    found = writtenEffects(written).map(({ effect }) => ({ effect, definition: effectOf(effect.type) }));
    known.set(written, found);
  }
  return found;
}

export const action = defineNode({
  type: 'action',
  group: 'work',
  summary: 'Does small things in order: changes the run’s data, reads and writes files, fetches, runs, calls.',
  fields,
  writes: (node) => effectsOf(node).flatMap(({ effect, definition }) => definition.writes(effect)),
  restores: (node) => node.do.at(-1)?.type === 'rollback_checkpoint',
  servers: (node) => [...new Set(effectsOf(node).flatMap(({ effect, definition }) => definition.servers(effect)))],
  executes: (node, modelOf) =>
    effectsOf(node).flatMap(({ effect, definition }) => definition.executes(effect, modelOf)),
  acts: (node) => effectsOf(node).some(({ effect }) => isActing(effect)),
  idempotent: (node) =>
    effectsOf(node).every(({ effect, definition }) => !isActing(effect) || definition.isRead(effect)),
  decide: (node, ctx) => decideEffects(node.do, ctx),
  execute: (node, ctx) => executeEffects(node.do, ctx),
});
