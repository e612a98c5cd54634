// The files that a run's programs printed into, one for each attempt and stream, as far as there is something in them.
import { readdir, stat } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { attemptDirectory } from '../clients/files/files.ts';
import { execIdOf } from '../clients/process/background-records.ts';
import type { Needs } from '../console/console.ts';
import { logStreams, type RunDetail } from '../runs/views.ts';
import { logKey } from './bundle-page.ts';

const attemptName = /^(\d+)-(\d+)$/;

type Printed = { path: string; file: string; log: string };

export async function printedFiles(
  { env, background }: Needs<'env' | 'background'>,
  { id: runId, workflow, nodes }: Pick<RunDetail, 'id' | 'workflow' | 'nodes'>,
): Promise<Printed[]> {
  const data = env.dataDirectory;
  const found: Printed[] = [];
  for (const [node, { visits }] of Object.entries(nodes)) {
    if (visits === 0) continue;
    const placeOf = (visit: number, attempt: number) => ({ workflow, runId, node, visit, attempt });
    const attempts = await readdir(dirname(attemptDirectory(data, placeOf(1, 1)).directory)).catch(() => []);
    for (const name of attempts) {
      const [, visit, attempt] = attemptName.exec(name)?.map(Number) ?? [];
      if (!visit || !attempt) continue;
      const place = placeOf(visit, attempt);
      // What a background command prints is freed of secrets when it has ended.
      if (background.has(execIdOf(place))) continue;
      for (const stream of logStreams) {
        const file = attemptDirectory(data, place).outputFiles[stream];
        const size = (await stat(file).catch(() => null))?.size ?? 0;
        const log = logKey({ node, visit, attempt, stream });
        if (size > 0) found.push({ path: `nodes/${log}.log`, file: relative(data, file), log });
      }
    }
  }
  return found;
}
