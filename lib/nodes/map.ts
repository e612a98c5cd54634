// One branch for each item of a list, each seeing its own item.
import { z } from 'zod';
import { defineNode } from './define-node.ts';
import { joinFields } from './parts/join.ts';
import { listOrTemplate } from './parts/list-or-template.ts';

const mostItems = 1000;

const fields = z.strictObject({
  items: listOrTemplate,
  as: z.string().default('item'),
  body: z.string().describe('Where each item begins'),
  ...joinFields,
});
type Fields = z.infer<typeof fields>;

export const map = defineNode<Fields>({
  type: 'map',
  group: 'control',
  summary: 'Walks its body once for each item, at the same time.',
  fields,
  targets: (node) => [{ path: ['body'], target: node.body }],
  binds: (node) => [node.as],
  claim(node, ctx) {
    const given = ctx.keep(node.items);
    const items = Array.isArray(given) ? given : ctx.render(given);
    if (!Array.isArray(items)) {
      throw new Error(`items of ${ctx.nodeName} must be a list, not ${items === null ? 'null' : typeof items}`);
    }
    if (items.length > mostItems) {
      throw new Error(`items of ${ctx.nodeName} has ${items.length} entries; the most is ${mostItems}`);
    }
    const branches = items.map((item, index) => ({ key: String(index), start: node.body, item }));
    return { fork: { branches, join: node.join, limit: node.limit ?? null, as: node.as, isList: true } };
  },
});
