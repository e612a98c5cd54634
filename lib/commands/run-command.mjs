import { parseArgs } from 'node:util';
import { callJson } from './console-client.mjs';
import { parsePairs } from './name-value.mjs';
import { UsageError } from './usage-error.mjs';

export const runCommand = {
  usage: 'run <workflow> [--input name=value]… [--json]',
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
    const inputs = parsePairs(values.input);
    const run = await callJson('/api/runs', { method: 'POST', body: JSON.stringify({ workflow, inputs }) });
    console.log(values.json ? JSON.stringify(run) : run.id);
  },
};
