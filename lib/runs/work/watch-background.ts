// Looks after the background commands of this console: takes them up at the start, looks at them every few seconds, and
// ends those that nobody waits for any more. A lost callback therefore costs seconds, never the run.
import { setTimeout as delay } from 'node:timers/promises';
import { type BackgroundOptions, isBackgroundAlive, startBackground } from '../../clients/process/background.ts';
import { type BackgroundRecord, listRecords, readReport } from '../../clients/process/background-records.ts';
import { currentEnv } from '../../current-env.ts';
import type { Env } from '../../env.ts';
import { messageOf } from '../../errors.ts';
import type { CommandSpec } from '../../nodes/contract/node-context.ts';
import { singleton } from '../../singleton.ts';
import { stateAt } from './live-run.ts';
import { awaitingPosition, isAwaited, reportBackground, reportOfEnded, settleBackground } from './report-background.ts';

/** A command that has reported itself may still put its things in order. */
const politeMilliseconds = 2000;

type Watched = { record: BackgroundRecord; look: Promise<void> | null };

const all = () => singleton('background-commands', () => new Map<string, Watched>());

export const isWatched = (execId: string) => all().has(execId);

/** At the start, before any run goes on: what belongs to an attempt that was cut off must not work beside its next try. */
export async function takeUpBackground(): Promise<void> {
  all().clear();
  for (const record of await listRecords(currentEnv().dataDirectory)) {
    const state = await stateAt(record.run);
    const isSuspended = state !== null && awaitingPosition(state, record)?.phase === 'suspended';
    if (isSuspended) all().set(record.exec_id, { record, look: null });
    else await settleBackground(record);
  }
}

/** What an earlier attempt left working has ended before the next one begins. */
export async function startWatched(command: CommandSpec, options: Omit<BackgroundOptions, 'data' | 'base'>) {
  await endUnawaitedBackground(options.runId);
  const env = currentEnv();
  const started = await startBackground(command, { ...options, data: env.dataDirectory, base: ownAddress(env) });
  const { exec_id, signal, record, exited } = started;
  const watched: Watched = { record, look: null };
  all().set(exec_id, watched);
  exited.then(() => lookAt(watched)).catch((error) => console.error(`command ${exec_id}: ${messageOf(error)}`));
  return { exec_id, signal };
}

/** As a program on this machine reaches the console. */
function ownAddress({ host, port, publicUrl }: Env): string {
  if (['127.0.0.1', '0.0.0.0', 'localhost'].includes(host)) return `http://127.0.0.1:${port}`;
  if (['::', '::1'].includes(host)) return `http://[::1]:${port}`;
  return publicUrl ?? `http://${host}:${port}`;
}

export async function lookAtBackground(): Promise<void> {
  await Promise.all([...all().values()].map(lookAt));
}

/** Resolves when nothing here needs the store any more; the commands go on. */
export async function stopWatchingBackground(): Promise<void> {
  const looks = [...all().values()].map(({ look }) => look);
  all().clear();
  await Promise.race([Promise.allSettled(looks), delay(politeMilliseconds, undefined, { ref: false })]);
}

/** Resolves when no process is left of the run's commands that nobody waits for. */
export async function endUnawaitedBackground(runId: string): Promise<void> {
  const ofRun = [...all().values()].filter(({ record }) => record.run === runId);
  await Promise.all(
    ofRun.map(async (watched) => {
      await watched.look;
      if (isWatched(watched.record.exec_id) && !(await isAwaited(watched.record))) await settle(watched);
    }),
  );
}

/** One look at a time; whoever comes meanwhile shares it. */
function lookAt(watched: Watched): Promise<void> {
  watched.look ??= look(watched).finally(() => {
    watched.look = null;
  });
  return watched.look;
}

async function look(watched: Watched): Promise<void> {
  const { record } = watched;
  if (all().get(record.exec_id) !== watched) return;
  const known = await readReport(record.directory);
  if (await isAwaited(record)) {
    const ended = known ?? (await reportOfEnded(record));
    if (!ended) return;
    await reportBackground(record, ended);
  }
  if (known?.via === 'callback') await mayEndItself(record);
  await settle(watched);
}

async function settle({ record }: Watched): Promise<void> {
  await settleBackground(record);
  all().delete(record.exec_id);
}

async function mayEndItself(record: BackgroundRecord): Promise<void> {
  const deadline = Date.now() + politeMilliseconds;
  while (isBackgroundAlive(record) && Date.now() < deadline) await delay(50);
}
