// What an attempt's programs printed, line by line, while they print it. The whole of it, not what events keep.
import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { attemptDirectory, openInside } from '../clients/files/files.ts';
import { execIdOf } from '../clients/process/background-records.ts';
import type { Needs } from '../console/console.ts';
import {
  type Bytes,
  emptyIndex,
  findLines,
  growIndex,
  type LogIndex,
  lineCount,
  readLines,
} from '../engine/log-lines.ts';
import { AppError } from '../errors.ts';
import type { LogLines, LogPlace } from './views.ts';

export const mostLines = 2000;
const mostMatches = 5000;
const mostIndexes = 40;

type House = Needs<'env' | 'store' | 'background' | 'logIndexes'>;

/** From line `from` on, or the last `count` of them. */
export async function readLog(
  house: House,
  runId: string,
  place: LogPlace,
  { from, count }: { from: number | undefined; count: number },
): Promise<LogLines> {
  return withLog(house, runId, place, { lines: [], first: 1, total: 0, size: 0 }, async (bytes, index) => {
    const total = lineCount(index);
    const first = from ?? Math.max(1, total - count + 1);
    const lines = await readLines(bytes, index, first, Math.min(count, mostLines));
    return { lines, first, total, size: index.size };
  });
}

export async function searchLog(
  house: House,
  runId: string,
  place: LogPlace,
  text: string,
  signal?: AbortSignal,
): Promise<{ matches: number[]; count: number }> {
  return withLog(house, runId, place, { matches: [], count: 0 }, (bytes, index) =>
    findLines(bytes, index, text, mostMatches, signal),
  );
}

/** The whole file, to be sent. */
export async function openLog(house: House, runId: string, place: LogPlace) {
  const { file, opened } = await open(house, runId, place);
  if (!opened) throw new AppError('not_found', `Nothing was printed to ${place.stream} by "${place.node}"`);
  const name = `${place.node}-${place.visit}-${place.attempt}.${basename(file)}`;
  return { name, opened: { stream: opened.handle.createReadStream(), size: opened.size } };
}

async function withLog<Result>(
  house: House,
  runId: string,
  place: LogPlace,
  nothing: Result,
  use: (bytes: Bytes, index: LogIndex) => Promise<Result>,
): Promise<Result> {
  const { logIndexes } = house;
  const { file, opened } = await open(house, runId, place);
  if (!opened) return nothing;
  try {
    const bytes = bytesOf(opened.handle);
    const index = await growIndex(bytes, logIndexes.get(file) ?? emptyIndex(), opened.size);
    logIndexes.delete(file);
    logIndexes.set(file, index);
    const oldest = logIndexes.keys().next();
    if (logIndexes.size > mostIndexes && !oldest.done) logIndexes.delete(oldest.value);
    return await use(bytes, index);
  } finally {
    await opened.handle.close();
  }
}

function bytesOf(handle: FileHandle): Bytes {
  let buffer = Buffer.alloc(0);
  return async (position, length) => {
    if (buffer.length < length) buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await handle.read(buffer, 0, length, position);
    return buffer.subarray(0, bytesRead);
  };
}

/** Null when nothing was printed, or not yet: what a background command prints is freed of secrets when it has ended. */
async function open({ env, store, background }: House, runId: string, { node, visit, attempt, stream }: LogPlace) {
  const run = await store.readRun(runId);
  if (!run) throw new AppError('not_found', `There is no run "${runId}"`);
  const directories = attemptDirectory(env.dataDirectory, { workflow: run.workflow, runId, node, visit, attempt });
  const file = directories.outputFiles[stream];
  const isAtWork = background.has(execIdOf({ runId, node, visit, attempt }));
  return { file, opened: isAtWork ? null : await openInside(directories.directory, file).catch(() => null) };
}
