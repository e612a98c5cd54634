import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { callJson } from './console-client.mjs';
import { parsePairs } from './name-value.mjs';
import { UsageError } from './usage-error.mjs';

export const runCommand = {
  usage: 'run <workflow> [--input name=value | name=@file]… [--json]',
  summary: 'start a run and print its id',
  async execute(args) {
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
    console.log(values.json ? JSON.stringify(run) : run.id);
  },
};

/** `@path` is a file of this machine where the workflow wants one; in any other input it is plain text. */
async function readFiles(workflow, pairs) {
  if (!Object.values(pairs).some((value) => value.startsWith('@'))) return pairs;
  const { inputs } = await callJson(`/api/workflows/${encodeURIComponent(workflow)}`);
  const wanted = inputs.filter(({ name, type }) => type === 'file' && pairs[name]?.startsWith('@'));
  const files = wanted.map(async ({ name }) => {
    const path = pairs[name].slice(1);
    const bytes = await readFile(path).catch((error) => {
      throw new UsageError(`The file for "${name}" cannot be read: ${error.message}`);
    });
    return [name, { name: basename(path), base64: bytes.toString('base64') }];
  });
  return { ...pairs, ...Object.fromEntries(await Promise.all(files)) };
}
