import { parseArgs } from 'node:util';
import { paths } from '../../paths.ts';
import { callJson } from './console-client.mjs';
import { parsePairs } from './name-value.mjs';
import { UsageError } from './usage-error.mjs';

export const answerCommand = {
  usage: 'answer <run> <gate> <option> [--value name=value]… [--comment text] [--override]',
  summary: 'answer a gate',
  async execute(/** @type {string[]} */ args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        value: { type: 'string', multiple: true, default: [] },
        comment: { type: 'string' },
        override: { type: 'boolean' },
      },
    });
    const [runId, gateId, option, ...more] = positionals;
    if (!runId || !gateId || !option || more.length > 0) throw new UsageError('Name the run, the gate and the option.');
    const fields = parsePairs(values.value);
    const { comment, override } = values;
    const body = JSON.stringify({ option, values: fields, comment, override });
    const { answered, votes, quorum } = await callJson(paths.api.gate(runId, gateId), { method: 'POST', body });
    console.log(
      answered
        ? `Answered ${gateId} with ${option}.`
        : `Voted ${option} on ${gateId}: ${votes} of ${quorum} so far, so it is still open.`,
    );
  },
};
