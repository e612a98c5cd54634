// Looks after the background commands of this console: takes them up at the start, looks at them every few seconds, and
// ends those that nobody waits for any more. A lost callback therefore costs seconds, never the run.

import { setTimeout as delay } from 'node:timers/promises';
import { type BackgroundOptions, isBackgroundAlive, startBackground } from '../../clients/process/background.ts';
import { type BackgroundRecord, listRecords, readReport } from '../../clients/process/background-records.ts';
import type { Console, Needs } from '../../console/console.ts';
import type { Env } from '../../env.ts';
import type { CommandSpec } from '../../nodes/contract/node-context.ts';
import { stateAt } from './live-run.ts';
import { awaitingPosition, isAwaited, reportBackground, reportOfEnded, settleBackground } from './report-background.ts';

/** A command that has reported itself may still put its things in order. */
const politeMilliseconds = 2000;

export type Watched = { record: BackgroundRecord; look: Promise<void> | null };

export const isWatched = (house: Needs<'background'>, execId: string) => house.background.has(execId);

/**
 * At the start, before any run goes on: what belongs to an attempt that was cut off must not work beside its next try. A run
 * that cannot be read any more keeps its command's record, not the console from starting.
 */
export async function takeUpBackground(house: Console): Promise<void> {
  house.background.clear();
  const tell = (execId: string, error: unknown) => house.trouble.tell(`command ${execId}`, error);
  for (const record of await listRecords(house.env.dataDirectory)) {
    const state = await stateAt(house, record.run);
    const isSuspended = state !== null && awaitingPosition(state, record)?.phase === 'suspended';
    if (isSuspended) house.background.set(record.exec_id, { record, look: null });
    else await settleBackground(house, record).catch((error) => tell(record.exec_id, error));
  }
}

/** What an earlier attempt left working has ended before the next one begins. */
export async function startWatched(
  house: Console,
  command: CommandSpec,
  options: Omit<BackgroundOptions, 'data' | 'base'>,
) {
  await endUnawaitedBackground(house, options.runId);
  const env = house.env;
  const started = await startBackground(house, command, { ...options, data: env.dataDirectory, base: ownAddress(env) });
  const { exec_id, signal, record, exited } = started;
  const watched: Watched = { record, look: null };
  house.background.set(exec_id, watched);
  exited.then(() => lookAt(house, watched)).catch((error) => house.trouble.tell(`command ${exec_id}`, error));
  return { exec_id, signal };
}

/** As a program on this machine reaches the console. */
function ownAddress({ host, port, publicUrl }: Env): string {
  if (['127.0.0.1', '0.0.0.0', 'localhost'].includes(host)) return `http://127.0.0.1:${port}`;
  if (['::', '::1'].includes(host)) return `http://[::1]:${port}`;
  return publicUrl ?? `http://${host}:${port}`;
}

export async function lookAtBackground(house: Console): Promise<void> {
  await Promise.all([...house.background.values()].map((watched) => lookAt(house, watched)));
}

/** Resolves when nothing here needs the store any more; the commands go on. */
export async function stopWatchingBackground(house: Needs<'background'>): Promise<void> {
  const looks = [...house.background.values()].map(({ look }) => look);
  house.background.clear();
  await Promise.race([Promise.allSettled(looks), delay(politeMilliseconds, undefined, { ref: false })]);
}

/** Resolves when no process is left of the run's commands that nobody waits for. */
export async function endUnawaitedBackground(house: Console, runId: string): Promise<void> {
  const ofRun = [...house.background.values()].filter(({ record }) => record.run === runId);
  await Promise.all(
    ofRun.map(async (watched) => {
      await watched.look;
      if (isWatched(house, watched.record.exec_id) && !(await isAwaited(house, watched.record)))
        await settle(house, watched);
    }),
  );
}

/** One look at a time; whoever comes meanwhile shares it. */
function lookAt(house: Console, watched: Watched): Promise<void> {
  watched.look ??= look(house, watched).finally(() => {
    watched.look = null;
  });
  return watched.look;
}

async function look(house: Console, watched: Watched): Promise<void> {
  const { record } = watched;
  if (house.background.get(record.exec_id) !== watched) return;
  const known = await readReport(record.directory);
  if (await isAwaited(house, record)) {
    const ended = known ?? (await reportOfEnded(record));
    if (!ended) return;
    await reportBackground(house, record, ended);
  }
  if (known?.via === 'callback') await mayEndItself(record);
  await settle(house, watched);
}

async function settle(house: Console, { record }: Watched): Promise<void> {
  await settleBackground(house, record);
  house.background.delete(record.exec_id);
}

async function mayEndItself(record: BackgroundRecord): Promise<void> {
  const deadline = Date.now() + politeMilliseconds;
  while (isBackgroundAlive(record) && Date.now() < deadline) await delay(50);
}
