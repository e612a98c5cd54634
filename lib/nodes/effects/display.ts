// Effects that tell people something. They change no data; the engine records what they say.
import { z } from 'zod';
import type { DecideContext } from '../contract/node-context.ts';
import { given } from './data-path.ts';
import { defineEffect } from './define-effect.ts';
import { headersOf, markdownTable } from './markdown-table.ts';

const headers = z.union([z.string(), z.array(z.string())]);
const rows = z.union([z.string(), z.array(z.unknown())]).describe('A list of rows, or a template that gives one');

function listOf(value: unknown, name: string, ctx: DecideContext): unknown[] {
  const list = ctx.render(value);
  if (!Array.isArray(list)) throw new Error(`${name} must be a list, not ${list === null ? 'null' : typeof list}`);
  return list;
}

type Table = { title?: string | undefined; headers?: string | string[] | undefined; rows: unknown };

function tableOf(table: Table, ctx: DecideContext): string {
  const list = listOf(table.rows, 'the rows of a table', ctx);
  const names = table.headers === undefined ? headersOf(list) : listOf(table.headers, 'headers', ctx).map(String);
  return markdownTable(ctx.renderText(table.title ?? ''), names, list);
}

const displayMessage = defineEffect(
  'display_message',
  { message: z.string() },
  { run: (one, ctx) => ({ message: ctx.renderText(one.message) }) },
);

const displayTable = defineEffect(
  'display_table',
  { title: z.string().optional(), headers, rows },
  { run: (one, ctx) => ({ message: tableOf(one, ctx) }) },
);

const display = defineEffect(
  'display',
  {
    format: z.enum(['text', 'markdown', 'table', 'json']).default('text'),
    content: given,
    title: z.string().optional(),
    headers: headers.optional(),
  },
  {
    run(one, ctx) {
      if (one.format === 'table') return { message: tableOf({ ...one, rows: one.content }, ctx) };
      const content = ctx.render(one.content);
      const title = one.title === undefined ? '' : `**${ctx.renderText(one.title)}**\n\n`;
      if (one.format === 'json') return { message: `${title}\`\`\`json\n${JSON.stringify(content, null, 2)}\n\`\`\`` };
      return { message: title + (typeof content === 'string' ? content : JSON.stringify(content)) };
    },
  },
);

export const displayEffects = [displayMessage, displayTable, display];
