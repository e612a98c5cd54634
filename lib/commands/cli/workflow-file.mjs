// A workflow file as the commands that need no console read it, and how they tell of its problems.
import { readFile, stat } from 'node:fs/promises';
import { visibleText } from '../../html/visible-text.ts';
import { sourceLimits } from '../../workflow/source/source-limits.ts';

/**
 * @param {string} file
 * @returns {Promise<{ text: string, problem?: undefined } | { problem: import('../../workflow/problems/problem.ts').Problem }>}
 */
export async function readWorkflowFile(file) {
  const refuse = (/** @type {string} */ code, /** @type {string} */ message) => ({
    problem: { severity: /** @type {const} */ ('error'), code, line: 1, column: 1, path: '', message },
  });
  try {
    const { size } = await stat(file);
    if (size > sourceLimits.bytes)
      return refuse('too_large', `the file is larger than ${sourceLimits.bytes / 1024} KB`);
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)) };
  } catch (/** @type {any} */ error) {
    if (error.code === 'ENOENT') return refuse('unreadable', 'there is no such file');
    if (error instanceof TypeError) return refuse('unreadable', 'the file is not UTF-8 text');
    return refuse('unreadable', `the file cannot be read: ${error.message}`);
  }
}

/**
 * @param {string} file
 * @param {import('../../workflow/problems/problem.ts').Problem[]} problems
 */
export function problemLines(file, problems) {
  return problems.map(({ severity, line, column, message, suggestion }) =>
    visibleText(`${file}:${line}:${column} ${severity} ${message}${suggestion ? `; ${suggestion}` : ''}`),
  );
}
