// How the end of a background command reaches its run: by its callback, by its exit, or because it is gone. Exactly one
// report counts, the first; it is on disk before the run hears of it, so a console that dies in between tells it again.

import { z } from 'zod';
import { outputFilesIn } from '../../clients/files/files.ts';
import { cleanPrinted, endBackground, isBackgroundAlive } from '../../clients/process/background.ts';
import {
  type BackgroundRecord,
  callbackPrefix,
  callbackSignal,
  claimReport,
  closeRecord,
  findRecord,
  type Report,
  readExit,
  readReport,
} from '../../clients/process/background-records.ts';
import type { Console, Needs } from '../../console/console.ts';
import { isTerminal, type Position, type RunState } from '../../engine/state.ts';
import { AppError } from '../../errors.ts';
import { isTokenShaped } from '../../people/secret-token.ts';
import { noSecrets, type RunSecrets } from '../../secrets/run-secrets.ts';
import { withRun } from './live-run.ts';
import { recordEvents } from './record-events.ts';

export const callbackBody = z.strictObject({
  exit_code: z
    .number()
    .int()
    .min(-(2 ** 31))
    .max(2 ** 32 - 1),
  output: z.string().optional(),
  output_path: z.string().min(1).max(4096).optional(),
});

type Attempt = Pick<BackgroundRecord, 'node' | 'visit' | 'attempt'>;

/** The position that this command was started for, as long as it still waits for it. */
export function awaitingPosition(state: RunState, { node, visit, attempt }: Attempt): Position | undefined {
  if (isTerminal(state.status)) return undefined;
  return state.active.find(
    (one) =>
      one.node === node &&
      one.visit === visit &&
      one.attempt === attempt &&
      one.resumed?.reason !== 'callback' &&
      (one.phase === 'running' || one.phase === 'suspended'),
  );
}

/** A report that nobody waits for changes nothing; telling twice changes nothing. */
async function tellRun(house: Console, record: BackgroundRecord, { exit_code, signal, via }: Report): Promise<void> {
  const name = callbackSignal(record.exec_id);
  await withRun(house, record.run, async (run) => {
    if (!awaitingPosition(run.state, record) || run.state.signals[name]?.length) return;
    const payload = { exec_id: record.exec_id, exit_code, signal, via };
    await recordEvents(house, run, [
      { type: 'signal_received', data: { name, payload, by: `command ${record.exec_id}` } },
    ]);
  }).catch(unlessGone);
  house.queue.enqueue(record.run);
}

export async function reportBackground(house: Console, record: BackgroundRecord, report: Omit<Report, 'at'>) {
  const { error, output, output_path } = report;
  const told = (await secretsOfRun(house, record)).clear({ error, output, output_path });
  const claimed = await claimReport(record.directory, { ...report, ...told, at: house.clock.at() });
  await tellRun(house, record, claimed.report);
  return claimed;
}

/** The token is the whole permission: it says which attempt, and is good for that one alone. */
export async function reportByToken(house: Console, token: unknown, body: z.infer<typeof callbackBody>): Promise<void> {
  const unknown = () => new AppError('not_found', 'There is no background command with this address.');
  if (!isTokenShaped(token)) throw unknown();
  const record = await findRecord(house.env.dataDirectory, token);
  if (!record) throw unknown();
  const known = await readReport(record.directory);
  if (!known && !(await isAwaited(house, record))) {
    throw new AppError('conflict', `Command ${record.exec_id} is no longer waited for; nothing was reported`);
  }
  const { exit_code, output = null, output_path = null } = body;
  const given = { via: 'callback' as const, exit_code, signal: null, error: null, output, output_path };
  const { isFirst, report } = known ? { isFirst: false, report: known } : await reportBackground(house, record, given);
  if (isFirst) return;
  const { via, at } = report;
  throw new AppError('conflict', `Command ${record.exec_id} was reported already, at ${at}; this report was ignored`, {
    details: { report: { exit_code: report.exit_code, signal: report.signal, via, at } },
  });
}

export async function isAwaited(
  house: Needs<'env' | 'liveRuns' | 'store' | 'workflows'>,
  record: BackgroundRecord,
): Promise<boolean> {
  const awaited = await withRun(
    house,
    record.run,
    async ({ state }) => awaitingPosition(state, record) !== undefined,
  ).catch(unlessGone);
  return awaited ?? false;
}

/** What is known of a command that has ended, or null while it runs. */
export async function reportOfEnded(record: BackgroundRecord): Promise<Omit<Report, 'at'> | null> {
  // Asked first: a launcher that ends between the two questions has written its file before.
  const isAlive = isBackgroundAlive(record);
  const exit = await readExit(record.directory);
  const nothing = { output: null, output_path: null };
  if (exit) return { ...exit, ...nothing, via: 'exit' };
  return isAlive ? null : { exit_code: null, signal: null, error: null, ...nothing, via: 'lost' };
}

async function secretsOfRun(
  house: Needs<'env' | 'liveRuns' | 'store' | 'workflows'>,
  { run }: BackgroundRecord,
): Promise<RunSecrets> {
  return (await withRun(house, run, async ({ secrets }) => secrets).catch(unlessGone)) ?? noSecrets;
}

/** No process of it is left, no secret in what it printed, and it is not looked at any more. */
export async function settleBackground(
  house: Needs<'env' | 'liveRuns' | 'store' | 'workflows'>,
  record: BackgroundRecord,
): Promise<void> {
  await endBackground(record);
  await cleanPrinted(outputFilesIn(record.directory), (await secretsOfRun(house, record)).byteRedactor);
  await closeRecord(house.env.dataDirectory, record);
}

/** A run that waits for a command of which nothing is known any more hears that it is lost. */
export async function reportMissing(
  house: Console,
  runId: string,
  isKnown: (execId: string) => boolean,
): Promise<void> {
  await withRun(house, runId, async (run) => {
    const missing = run.state.active.flatMap(({ phase, wait }) => {
      const name = phase === 'suspended' ? (wait?.signal ?? '') : '';
      return name.startsWith(callbackPrefix) && !isKnown(name.slice(callbackPrefix.length)) ? [name] : [];
    });
    const payload = { exit_code: null, signal: null, via: 'lost' };
    const by = 'the console';
    await recordEvents(
      house,
      run,
      missing.map((name) => ({ type: 'signal_received', data: { name, payload, by } })),
    );
  });
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
}
