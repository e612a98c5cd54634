// What a Markdown file of instructions says: an optional head in YAML between two lines of ---, then the instructions.
// Keys that mean something to other programs are left alone.
import { parse } from 'yaml';
import { z } from 'zod';
import type { Instructions } from '../nodes/contract/node-context.ts';

/** A list, or names in one text with commas between them. */
const names = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(',').map((name) => name.trim()))])
  .transform((all) => all.filter((name) => name !== ''));

const head = z.object({
  name: z.string().optional(),
  model: z.string().nullish(),
  tools: names.nullish(),
  'allowed-tools': names.nullish(),
});

/** More than any head needs, and little enough for the YAML parser, whose time grows with the square of it. */
const longestHead = 16 * 1024;

export function parseInstructions(text: string, fallbackName: string): Instructions | { problem: string } {
  const [, written, body] = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text) ?? [];
  const isHeaded = written !== undefined || body !== undefined;
  if ((written?.length ?? 0) > longestHead) return { problem: `its head is longer than ${longestHead / 1024} KB` };
  let value: unknown;
  try {
    value = isHeaded ? (parse(written ?? '', { schema: 'core' }) ?? {}) : {};
  } catch (error) {
    return { problem: `its head is not YAML: ${(error as Error).message.split('\n')[0]}` };
  }
  const read = head.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { problem: `its head has a wrong "${issue?.path.join('.') || 'form'}": ${issue?.message}` };
  }
  const { name = fallbackName, model, tools, 'allowed-tools': allowed } = read.data;
  return { name, text: (isHeaded ? (body ?? '') : text).trim(), model: model ?? null, tools: tools ?? allowed ?? [] };
}
