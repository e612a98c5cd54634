import { parseArgs } from 'node:util';
import { paths } from '../../paths.ts';
import { callJson } from './console-client.mjs';
import { parsePairs } from './name-value.mjs';
import { UsageError } from './usage-error.mjs';

export const answerCommand = {
  usage: 'answer <run> <gate> <option> [--value name=value]… [--comment text]',
  summary: 'answer a gate',
  async execute(/** @type {string[]} */ args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { value: { type: 'string', multiple: true, default: [] }, comment: { type: 'string' } },
    });
    const [runId, gateId, option, ...more] = positionals;
    if (!runId || !gateId || !option || more.length > 0) throw new UsageError('Name the run, the gate and the option.');
    const fields = parsePairs(values.value);
    const body = JSON.stringify({ option, values: fields, comment: values.comment });
    await callJson(paths.api.gate(runId, gateId), { method: 'POST', body });
    console.log(`Answered ${gateId} with ${option}.`);
  },
};
