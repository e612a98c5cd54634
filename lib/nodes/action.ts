// A list of small typed effects on the run's data, in order. Later effects see earlier ones; the first failure stops, and
// what was done before it stays. A rollback comes last, so that "restore, then go on as the node says" is all there is.
import { z } from 'zod';
import { type CheckpointMade, type DecideContext, type Decision, defineNode } from './define-node.ts';
import type { Deed, Effect } from './effects/define-effect.ts';
import { effectDefinitions, effectOf } from './effects/index.ts';

const [first, ...others] = effectDefinitions.map(({ schema }) => schema);
const effect = z.discriminatedUnion('type', [first as z.ZodObject, ...others]) as unknown as z.ZodType<Effect>;

function checkEffects(effects: Effect[], issues: z.RefinementCtx): void {
  const made = new Set(effects.flatMap((one) => (one.type === 'create_checkpoint' ? [one.name] : [])));
  for (const [index, one] of effects.entries()) {
    const lacking = effectOf(one.type).lacks(one);
    if (lacking !== null) issues.addIssue({ code: 'custom', path: [index, lacking], message: 'must be given' });
    if (one.type !== 'rollback_checkpoint') continue;
    if (index < effects.length - 1) {
      issues.addIssue({ code: 'custom', path: [index], message: 'must be the last effect of its node' });
    } else if (made.has(one.name)) {
      const message = 'goes back to a checkpoint that this node itself makes; make it in an earlier node';
      issues.addIssue({ code: 'custom', path: [index], message });
    }
  }
}

const fields = z.strictObject({ do: z.array(effect).min(1).superRefine(checkEffects) });
type Fields = z.infer<typeof fields>;

type Done = { changes: NonNullable<Deed['changes']>; messages: string[]; checkpoints: CheckpointMade[] };

function take(deed: Deed, done: Done, ctx: DecideContext): void {
  for (const change of deed.changes ?? []) {
    ctx.apply(change);
    done.changes.push(change);
  }
  if (deed.message !== undefined) done.messages.push(deed.message);
  if (deed.checkpoint) done.checkpoints.push({ ...deed.checkpoint, after: done.changes.length });
}

export const action = defineNode<Fields>({
  type: 'action',
  group: 'work',
  summary: 'Changes the run’s data: state, flags, computed values.',
  fields,
  targets: (node) =>
    node.do.flatMap((one, index) => {
      const { target } = effectOf(one.type);
      return target === null ? [] : [{ path: ['do', index, target], target: String(one[target]) }];
    }),
  expressions: (node) =>
    node.do.flatMap((one, index) =>
      effectOf(one.type).expressions.map((name) => ({ path: ['do', index, name], text: String(one[name]) })),
    ),
  writes: (node) => node.do.flatMap((one) => effectOf(one.type).writes(one)),
  restores: (node) => node.do.at(-1)?.type === 'rollback_checkpoint',
  decide(node, ctx): Decision {
    const done: Done = { changes: [], messages: [], checkpoints: [] };
    const ways: Pick<Deed, 'to' | 'rollback'> = {};
    for (const [index, one] of node.do.entries()) {
      try {
        const { to, rollback, ...deed } = effectOf(one.type).run(one, ctx);
        take(deed, done, ctx);
        if (to !== undefined) ways.to = to;
        if (rollback !== undefined) ways.rollback = rollback;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return {
          kind: 'fail',
          error: { code: 'effect_failed', message: `do[${index}] ${one.type}: ${reason}` },
          ...done,
        };
      }
    }
    return { kind: 'complete', ...done, ...ways };
  },
});
