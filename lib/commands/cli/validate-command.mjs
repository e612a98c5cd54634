// Checks files without a console and without running anything. A folder stands for the workflow files in it.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadWorkflow } from '../../workflow/load.ts';
import { inFile } from '../../workflow/problems/problem.ts';
import { sourceLimits } from '../../workflow/source/source-limits.ts';
import { UsageError } from './usage-error.mjs';

export const validateCommand = {
  usage: 'validate <file or folder…> [--json]',
  summary: 'check workflow files; nothing is run and no console is needed',
  async execute(args) {
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
    if (values.json) console.log(JSON.stringify(results, null, 2));
    return results.every(({ ok }) => ok) ? 0 : 1;
  },
};

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

async function validate(file) {
  const { text, problem } = await read(file);
  const loaded = problem
    ? { graph: null, problems: [problem], format: null, name: null, nodes: 0 }
    : loadWorkflow(text);
  const { graph, format, name, nodes } = loaded;
  return { file, ok: graph !== null, format, name, nodes, problems: inFile(file, loaded.problems) };
}

async function read(file) {
  const refuse = (code, message) => ({ problem: { severity: 'error', code, line: 1, column: 1, path: '', message } });
  try {
    const { size } = await stat(file);
    if (size > sourceLimits.bytes)
      return refuse('too_large', `the file is larger than ${sourceLimits.bytes / 1024} KB`);
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)) };
  } catch (error) {
    if (error.code === 'ENOENT') return refuse('unreadable', 'there is no such file');
    if (error instanceof TypeError) return refuse('unreadable', 'the file is not UTF-8 text');
    return refuse('unreadable', `the file cannot be read: ${error.message}`);
  }
}

function print({ file, ok, problems }) {
  for (const { severity, line, column, message, suggestion } of problems) {
    console.log(`${file}:${line}:${column} ${severity} ${message}${suggestion ? `; ${suggestion}` : ''}`);
  }
  if (ok) console.log(`${file}: no errors`);
}
