import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { paths } from '../../paths.ts';
import { callConsole } from './console-client.mjs';
import { UsageError } from './usage-error.mjs';

export const exportCommand = {
  usage: 'export <run> [-o file.zip]',
  summary: 'download everything about a run as one zip',
  async execute(/** @type {string[]} */ args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { output: { type: 'string', short: 'o' } },
    });
    const [runId] = positionals;
    if (!runId || positionals.length > 1) throw new UsageError('Name one run.');
    const file = values.output ?? `${runId}.zip`;
    const response = await callConsole(paths.api.bundle(runId));
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
