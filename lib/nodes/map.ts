// One branch for each item of a list, each seeing its own item.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { binding, target } from './contract/field-kinds.ts';
import { joinFields } from './parts/join.ts';
import { checkedItems, listOrTemplate } from './parts/list-or-template.ts';

const fields = z.strictObject({
  items: listOrTemplate,
  as: binding().default('item'),
  body: target().describe('Where each item begins'),
  ...joinFields,
});

export const map = defineNode({
  type: 'map',
  group: 'control',
  summary: 'Walks its body once for each item, at the same time.',
  fields,
  branches: (node) => [{ key: null, start: node.body }],
  claim(node, ctx) {
    const given = ctx.keep(node.items);
    const list = Array.isArray(given) ? given : ctx.render(given);
    const items = checkedItems(`items of ${ctx.nodeName}`, list, ctx.mostItems);
    const branches = items.map((item, index) => ({ key: String(index), start: node.body, item }));
    return { fork: { branches, join: node.join, limit: node.limit ?? null, as: node.as, isList: true } };
  },
});
