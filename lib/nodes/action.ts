// A list of small typed effects on the run's data, in order; the first failure stops. Later effects see earlier ones.
import { z } from 'zod';
import { type Change, type DecideContext, defineNode } from './define-node.ts';

const effect = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('set_state'), field: z.string(), value: z.unknown() }),
  z.strictObject({
    type: z.literal('set_flag'),
    flag: z.string(),
    value: z.union([z.boolean(), z.string()]).default(true),
  }),
  z.strictObject({ type: z.literal('compute'), expression: z.string(), store_as: z.string() }),
]);
type Effect = z.infer<typeof effect>;

const fields = z.strictObject({ do: z.array(effect).min(1) });
type Fields = z.infer<typeof fields>;

function pathOf(one: Effect): string {
  switch (one.type) {
    case 'set_state':
      return one.field;
    case 'set_flag':
      return `flags.${one.flag}`;
    case 'compute':
      return `computed.${one.store_as.replace(/^computed\./, '')}`;
  }
}

function changeOf(one: Effect, ctx: DecideContext): Change {
  const value = one.type === 'compute' ? ctx.evaluate(one.expression) : ctx.render(one.value);
  return { op: 'set', path: pathOf(one), value };
}

export const action = defineNode<Fields>({
  type: 'action',
  group: 'work',
  summary: 'Changes the run’s data: state, flags, computed values.',
  fields,
  expressions: (node) =>
    node.do.flatMap((one, index) =>
      one.type === 'compute' ? [{ path: ['do', index, 'expression'], text: one.expression }] : [],
    ),
  writes: (node) => node.do.map(pathOf),
  decide(node, ctx) {
    const changes = node.do.map((one) => {
      const change = changeOf(one, ctx);
      ctx.apply(change);
      return change;
    });
    return { kind: 'complete', changes };
  },
});
