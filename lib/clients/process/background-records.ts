// What is written down about background commands, so that any later console finds them: one record for each that is still
// looked after, named by the hash of its token; beside the attempt's output how it ended (the launcher's word) and the one
// report that counts. The first report to get its name wins, whoever brought it; nothing here is ever overwritten.
import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export type BackgroundRecord = {
  exec_id: string;
  run: string;
  node: string;
  visit: number;
  attempt: number;
  /** The attempt's own directory. */
  directory: string;
  token_hash: string;
  /** Of the launcher; null until it runs. */
  pid: number | null;
  started: string | null;
};

/** How the command ended. `error` is why it could not be started. */
export type Exit = {
  exit_code: number | null;
  signal: string | null;
  error: { code: string; message: string; program: string } | null;
  /** What of the limits of all that it started was reached; not known of one that an earlier version started. */
  reached?: 'memory' | 'processes' | 'output' | null;
};
export type Report = Omit<Exit, 'reached'> & {
  via: 'exit' | 'callback' | 'lost';
  output: string | null;
  output_path: string | null;
  at: string;
};

export const execIdOf = (of: { runId: string; node: string; visit: number; attempt: number }) =>
  `${of.runId}-${of.node}-${of.visit}-${of.attempt}`;
export const callbackPrefix = 'callback:';
export const callbackSignal = (execId: string) => `${callbackPrefix}${execId}`;
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex');
export const exitFileOf = (directory: string) => join(directory, 'exit.json');
const reportFileOf = (directory: string) => join(directory, 'report.json');

const liveDirectory = (data: string) => join(data, 'background');
const doneDirectory = (data: string) => join(data, 'background', 'done');
const nameOf = ({ token_hash }: Pick<BackgroundRecord, 'token_hash'>) => `${token_hash}.json`;

export async function saveRecord(data: string, record: BackgroundRecord): Promise<void> {
  await writeWhole(join(liveDirectory(data), nameOf(record)), record);
}

/** The command is no longer looked after; its token is still known, to answer whoever reports late. */
export async function closeRecord(data: string, record: BackgroundRecord): Promise<void> {
  await mkdir(doneDirectory(data), { recursive: true, mode: 0o700 });
  await rename(join(liveDirectory(data), nameOf(record)), join(doneDirectory(data), nameOf(record))).catch(
    unlessMissing,
  );
}

export async function listRecords(data: string): Promise<BackgroundRecord[]> {
  const names = await readdir(liveDirectory(data)).catch((): string[] => []);
  const found = names.filter((name) => name.endsWith('.json')).map((name) => readJson(join(liveDirectory(data), name)));
  return (await Promise.all(found)).filter((record) => record !== null) as BackgroundRecord[];
}

/** The ids of the commands that are meant to go on without a console. */
export async function backgroundIds(data: string): Promise<Set<string>> {
  return new Set((await listRecords(data)).map(({ exec_id }) => exec_id));
}

/** The command that a token belongs to, also after it ended; null for a token that was never given out. */
export async function findRecord(data: string, token: string): Promise<BackgroundRecord | null> {
  const name = nameOf({ token_hash: hashOfToken(token) });
  const live = await readJson(join(liveDirectory(data), name));
  return (live ?? (await readJson(join(doneDirectory(data), name)))) as BackgroundRecord | null;
}

/** Forgets the tokens of commands whose files are gone with their run. */
export async function sweepRecords(data: string): Promise<void> {
  for (const name of await readdir(doneDirectory(data)).catch((): string[] => [])) {
    const file = join(doneDirectory(data), name);
    const record = (await readJson(file)) as BackgroundRecord | null;
    const isThere = record !== null && (await stat(record.directory).catch(() => null)) !== null;
    if (!isThere) await rm(file, { force: true });
  }
}

export async function readExit(directory: string): Promise<Exit | null> {
  return (await readJson(exitFileOf(directory))) as Exit | null;
}

export async function readReport(directory: string): Promise<Report | null> {
  return (await readJson(reportFileOf(directory))) as Report | null;
}

/** The report that counts: this one, or the one that was there before it. */
export async function claimReport(directory: string, report: Report): Promise<{ isFirst: boolean; report: Report }> {
  const temporary = join(directory, `.report-${randomUUID()}`);
  await writeFile(temporary, JSON.stringify(report), { mode: 0o600, flush: true });
  try {
    await link(temporary, reportFileOf(directory));
    return { isFirst: true, report };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return { isFirst: false, report: (await readReport(directory)) as Report };
  } finally {
    await rm(temporary, { force: true });
  }
}

async function writeWhole(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.partial`;
  await writeFile(temporary, JSON.stringify(value), { mode: 0o600, flush: true });
  await rename(temporary, file);
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(unlessMissing);
  return text === undefined ? null : JSON.parse(text);
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
