// A file that somebody chose or dropped: its text and the name it suggests, or why it is none.
import { sourceLimits } from '#lib/workflow/source/source-limits.ts';

export type ChosenFile = { stem: string; text: string };

const ending = /\.(?:yaml|yml|json)$/i;

export async function readChosenFile(file: File): Promise<ChosenFile | { message: string }> {
  if (!ending.test(file.name)) {
    return { message: `${file.name} is no workflow file; choose one that ends with .yaml, .yml or .json.` };
  }
  if (file.size > sourceLimits.bytes) {
    return {
      message: `${file.name} is larger than ${sourceLimits.bytes / 1024} KB, the most that a workflow may have.`,
    };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return { stem: stemOf(file.name), text: text.replaceAll('\r\n', '\n') };
  } catch {
    return { message: `${file.name} is not UTF-8 text.` };
  }
}

/** The nearest name that a workflow may have. */
function stemOf(name: string): string {
  return name
    .replace(ending, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100);
}
