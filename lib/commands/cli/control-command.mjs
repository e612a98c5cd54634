import { parseArgs } from 'node:util';
import { visibleJson } from '../../html/visible-text.ts';
import { paths } from '../../paths.ts';
import { callJson } from './console-client.mjs';
import { parsePairs } from './name-value.mjs';
import { UsageError } from './usage-error.mjs';

export const controlCommand = {
  usage: 'control <run> <verb> [--field name=value]… [--plan]',
  summary:
    'pause, resume, cancel, archive, rollback --field checkpoint=keep, … a run, or with --plan only say what it means',
  async execute(/** @type {string[]} */ args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        field: { type: 'string', multiple: true, short: 'f', default: [] },
        plan: { type: 'boolean', default: false },
      },
    });
    const [runId, verb, ...more] = positionals;
    if (!runId || !verb || more.length > 0) throw new UsageError('Name the run and what to do with it.');
    const fields = values.field.length > 0 ? await typed(verb, parsePairs(values.field)) : {};
    const path = `${paths.api.runControl(runId, verb)}${values.plan ? '?plan=1' : ''}`;
    const answer = await callJson(path, { method: 'POST', body: JSON.stringify(fields) });
    console.log(visibleJson(JSON.stringify(answer)));
  },
};

/**
 * What is typed is text; a field that the console describes as something else is read as JSON.
 * @param {string} verb
 * @param {Record<string, string>} pairs
 */
async function typed(verb, pairs) {
  const { paths: described } = await callJson(paths.api.description());
  const body = described[`/api/runs/{runId}/${verb}`]?.post.requestBody.content['application/json'];
  const properties = body?.schema.properties ?? {};
  const entries = Object.entries(pairs).map(([name, text]) => {
    if ((properties[name]?.type ?? 'string') === 'string') return [name, text];
    try {
      return [name, JSON.parse(text)];
    } catch {
      throw new UsageError(`The field "${name}" is "${text}"; write it as JSON: a number, true, false, {…}.`);
    }
  });
  return Object.fromEntries(entries);
}
