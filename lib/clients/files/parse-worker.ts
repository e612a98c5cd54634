// One thread that reads workflow files, kept warm: a hostile or huge file costs a thread some seconds and some memory,
// never the server. One file at a time; a thread that is over its limits is ended, and the next file gets a new one.

import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import type { LoadedWorkflow } from '../../workflow/load.ts';

export type Parsed = { ok: true; workflow: LoadedWorkflow } | { ok: false; reason: 'time' | 'memory' };

export const parseLimits = { milliseconds: 5_000, megabytes: 256 } as const;

export function parseInWorker(
  house: Needs<'workflows'>,
  text: string,
  milliseconds: number = parseLimits.milliseconds,
): Promise<Parsed> {
  const parser = house.workflows.parser;
  const parsed = parser.last.then(() => parse(house, text, milliseconds));
  parser.last = parsed.then(
    () => undefined,
    () => undefined,
  );
  return parsed;
}

export async function endParseWorker(house: Needs<'workflows'>): Promise<void> {
  const { worker } = house.workflows.parser;
  house.workflows.parser.worker = null;
  await worker?.terminate();
}

async function parse(house: Needs<'workflows'>, text: string, milliseconds: number): Promise<Parsed> {
  const parser = house.workflows.parser;
  const worker = parser.worker ?? (await startWorker());
  parser.worker = worker;
  worker.ref();
  // Loading the thread's modules is not the file's fault: the clock starts when the thread is ready.
  const deadline = AbortSignal.timeout(milliseconds);
  const ended = new AbortController();
  const onExit = () => ended.abort();
  worker.once('exit', onExit);
  try {
    worker.postMessage(text);
    const [workflow] = await once(worker, 'message', { signal: AbortSignal.any([deadline, ended.signal]) });
    worker.off('exit', onExit);
    worker.unref();
    return { ok: true, workflow };
  } catch (error) {
    if (parser.worker === worker) parser.worker = null;
    await worker.terminate();
    if (deadline.aborted) return { ok: false, reason: 'time' };
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return { ok: false, reason: 'memory' };
    throw ended.signal.aborted ? new AppError('unavailable', 'The console is stopping; try again later.') : error;
  }
}

async function startWorker(): Promise<Worker> {
  // Not a module of the bundle: Node reads the TypeScript file as it is. The console runs in the project's folder.
  const file = join(/*turbopackIgnore: true*/ process.cwd(), 'lib/workflow/load-worker.ts');
  const worker = new Worker(/*turbopackIgnore: true*/ pathToFileURL(file), {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: parseLimits.megabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
  await once(worker, 'message');
  return worker;
}
