// One branch for each item of a list, each seeing its own item.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { binding, target } from './contract/field-kinds.ts';
import { joinFields } from './parts/join.ts';
import { listOrTemplate } from './parts/list-or-template.ts';

const mostItems = 1000;

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
