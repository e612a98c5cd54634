import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { callJson } from './console-client.mjs';
import { UsageError } from './usage-error.mjs';

export const validateCommand = {
  usage: 'validate <file…> [--json]',
  summary: 'check workflow files without running them',
  async execute(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false } },
    });
    if (positionals.length === 0) throw new UsageError('Name at least one workflow file.');
    const results = [];
    for (const file of positionals) {
      const body = await readFile(file);
      const result = await callJson('/api/validate', { method: 'POST', body, type: 'text/yaml' });
      results.push({ file, ...result });
      if (!values.json) print(file, result);
    }
    if (values.json) console.log(JSON.stringify(results, null, 2));
    return results.every(({ ok }) => ok) ? 0 : 1;
  },
};

function print(file, { ok, problems }) {
  for (const { severity, line, column, message, suggestion } of problems) {
    console.log(`${file}:${line}:${column} ${severity}: ${message}${suggestion ? `; ${suggestion}` : ''}`);
  }
  if (ok) console.log(`${file}: no errors`);
}
