import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { paths } from '../../paths.ts';
import { callConsole } from './console-client.mjs';
import { UsageError } from './usage-error.mjs';

/** What the console calls it; a name, never a path. @param {Response} response */
const nameOf = (response) =>
  basename(/filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'record');

export const exportCommand = {
  usage: 'export <run> [--as record] [-o file]',
  summary: 'download everything about a run as one zip, or one record of it: execution-log, session, state, …',
  async execute(/** @type {string[]} */ args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { output: { type: 'string', short: 'o' }, as: { type: 'string' } },
    });
    const [runId] = positionals;
    if (!runId || positionals.length > 1) throw new UsageError('Name one run.');
    const response = await callConsole(values.as ? paths.api.record(runId, values.as) : paths.api.bundle(runId));
    const file = values.output ?? (values.as ? nameOf(response) : `${runId}.zip`);
    // Under its real name the file is always whole.
    const partial = `${file}.part`;
    try {
      await pipeline(Readable.fromWeb(/** @type {any} */ (response.body)), createWriteStream(partial));
      await rename(partial, file);
    } finally {
      await rm(partial, { force: true });
    }
    console.log(file);
  },
};
