// Which workflow files a folder has. A workflow is called by its file's stem, so two files of one stem could not be told
// apart: neither of them is used, and both say so.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../workflow/problems/problem.ts';

const extension = /\.(?:yaml|yml|json)$/;

/** `others` are the files with the same stem. */
export type WorkflowFile = { stem: string; name: string; path: string; others: string[] };

export async function workflowFilesIn(directory: string): Promise<WorkflowFile[]> {
  const names = (await readdir(directory)).filter((name) => extension.test(name) && !name.startsWith('.')).sort();
  const stemOf = (name: string) => name.replace(extension, '');
  return names.map((name) => ({
    stem: stemOf(name),
    name,
    path: join(directory, name),
    others: names.filter((other) => other !== name && stemOf(other) === stemOf(name)),
  }));
}

export function sharedStem({ stem, others }: WorkflowFile): Problem[] {
  if (others.length === 0) return [];
  const message = `${others.join(' and ')} would be called "${stem}" too, so neither can be used`;
  const suggestion = 'rename or remove one of them';
  return [{ severity: 'error', code: 'duplicate_stem', line: 1, column: 1, path: '', message, suggestion }];
}
