// Checks files without a console and without running anything. A folder stands for the workflow files in it.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { visibleJson, visibleText } from '../../html/visible-text.ts';
import { loadWorkflow } from '../../workflow/load.ts';
import { inFile } from '../../workflow/problems/problem.ts';
import { sourceLimits } from '../../workflow/source/source-limits.ts';
import { UsageError } from './usage-error.mjs';

export const validateCommand = {
  usage: 'validate <file or folder…> [--json]',
  summary: 'check workflow files; nothing is run and no console is needed',
  async execute(/** @type {string[]} */ args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false } },
    });
    if (positionals.length === 0) throw new UsageError('Name at least one workflow file or folder.');
    const results = [];
    for (const named of positionals) {
      for (const file of await filesOf(named)) {
        const result = await validate(file);
        results.push(result);
        if (!values.json) print(result);
      }
    }
    if (values.json) console.log(visibleJson(JSON.stringify(results, null, 2)));
    return results.every(({ ok }) => ok) ? 0 : 1;
  },
};

/** @param {string} named */
async function filesOf(named) {
  const isFolder = await stat(named).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return [named];
  const names = await readdir(named);
  const files = names.filter((name) => /\.ya?ml$/.test(name) && !name.startsWith('.')).sort();
  if (files.length === 0) throw new Error(`There are no .yaml files in ${named}.`);
  return files.map((name) => join(named, name));
}

/** @param {string} file */
async function validate(file) {
  const found = await read(file);
  const loaded = found.problem
    ? { graph: null, problems: [found.problem], format: null, name: null, nodes: 0 }
    : loadWorkflow(found.text);
  const { graph, format, name, nodes } = loaded;
  return { file, ok: graph !== null, format, name, nodes, problems: inFile(file, loaded.problems) };
}

/**
 * @param {string} file
 * @returns {Promise<{ text: string, problem?: undefined } | { problem: import('../../workflow/problems/problem.ts').Problem }>}
 */
async function read(file) {
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

/** @param {Awaited<ReturnType<typeof validate>>} result */
function print({ file, ok, problems }) {
  const name = visibleText(file);
  for (const { severity, line, column, message, suggestion } of problems) {
    console.log(visibleText(`${name}:${line}:${column} ${severity} ${message}${suggestion ? `; ${suggestion}` : ''}`));
  }
  if (ok) console.log(`${name}: no errors`);
}
