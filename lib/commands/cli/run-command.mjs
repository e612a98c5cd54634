import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { visibleJson } from '../../html/visible-text.ts';
import { callJson } from './console-client.mjs';
import { parsePairs } from './name-value.mjs';
import { UsageError } from './usage-error.mjs';

export const runCommand = {
  usage: 'run <workflow> [--input name=value | name=@file]… [--json]',
  summary: 'start a run and print its id',
  async execute(/** @type {string[]} */ args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        input: { type: 'string', multiple: true, short: 'i', default: [] },
        json: { type: 'boolean', default: false },
      },
    });
    const [workflow] = positionals;
    if (!workflow || positionals.length > 1) throw new UsageError('Name one workflow.');
    const inputs = await readFiles(workflow, parsePairs(values.input));
    const run = await callJson('/api/runs', { method: 'POST', body: JSON.stringify({ workflow, inputs }) });
    console.log(values.json ? visibleJson(JSON.stringify(run)) : run.id);
  },
};

/**
 * `@path` is a file of this machine where the workflow wants one; in any other input it is plain text.
 * @param {string} workflow
 * @param {Record<string, string>} pairs
 */
async function readFiles(workflow, pairs) {
  if (!Object.values(pairs).some((value) => value.startsWith('@'))) return pairs;
  /** @type {{ inputs: { name: string, type: string }[] }} */
  const { inputs } = await callJson(`/api/workflows/${encodeURIComponent(workflow)}`);
  const isFile = (/** @type {string} */ name) => inputs.some((input) => input.name === name && input.type === 'file');
  const wanted = Object.entries(pairs).filter(([name, value]) => value.startsWith('@') && isFile(name));
  const files = wanted.map(async ([name, value]) => {
    const path = value.slice(1);
    const bytes = await readFile(path).catch((error) => {
      throw new UsageError(`The file for "${name}" cannot be read: ${error.message}`);
    });
    return [name, { name: basename(path), base64: bytes.toString('base64') }];
  });
  return { ...pairs, ...Object.fromEntries(await Promise.all(files)) };
}
