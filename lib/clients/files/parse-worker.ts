// One thread that reads workflow files, kept warm: a hostile or huge file costs a thread some seconds and some memory,
// never the server. One file at a time; a thread that is over its limits is ended, and the next file gets a new one.

import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import type { Converted } from '../../workflow/convert/convert.ts';
import type { LoadedWorkflow } from '../../workflow/load.ts';
import type { Asked } from '../../workflow/load-worker.ts';

type Answered<Result> = { ok: true; result: Result } | { ok: false; reason: 'time' | 'memory' };

export const parseLimits = { milliseconds: 5_000, megabytes: 256 } as const;

export function parseInWorker(
  house: Needs<'workflows'>,
  text: string,
  milliseconds: number = parseLimits.milliseconds,
): Promise<Answered<LoadedWorkflow>> {
  return inTurn(house, { verb: 'load', text }, milliseconds);
}

export function convertInWorker(house: Needs<'workflows'>, text: string): Promise<Answered<Converted>> {
  return inTurn(house, { verb: 'convert', text }, parseLimits.milliseconds);
}

function inTurn<Result>(house: Needs<'workflows'>, asked: Asked, milliseconds: number): Promise<Answered<Result>> {
  const parser = house.workflows.parser;
  const answered = parser.last.then(() => ask<Result>(house, asked, milliseconds));
  parser.last = answered.then(
    () => undefined,
    () => undefined,
  );
  return answered;
}

export async function endParseWorker(house: Needs<'workflows'>): Promise<void> {
  const { worker } = house.workflows.parser;
  house.workflows.parser.worker = null;
  await worker?.terminate();
}

async function ask<Result>(house: Needs<'workflows'>, asked: Asked, milliseconds: number): Promise<Answered<Result>> {
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
    worker.postMessage(asked);
    const [result] = await once(worker, 'message', { signal: AbortSignal.any([deadline, ended.signal]) });
    worker.off('exit', onExit);
    worker.unref();
    return { ok: true, result };
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
