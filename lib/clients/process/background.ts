// Commands that outlive the attempt and the console. Each is started by a launcher in a session of its own, prints straight
// into the attempt's files, and is found again by its record, its process or its id. Ending one ends all of it.
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Needs } from '../../console/console.ts';
import type { Env } from '../../env.ts';
import type { BackgroundResult, CommandSpec } from '../../nodes/contract/node-context.ts';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';
import { paths } from '../../paths.ts';
import type { Word } from '../../secrets/redaction.ts';
import { type ByteRedactor, withoutSecrets } from '../../secrets/run-secrets.ts';
import { whileScarce } from '../while-scarce.ts';
import {
  type BackgroundRecord,
  callbackSignal,
  execIdOf,
  exitFileOf,
  hashOfToken,
  readExit,
  readReport,
  saveRecord,
} from './background-records.ts';
import { beginning } from './capture-output.ts';
import { nothingElse } from './inherited-descriptors.ts';
import { closePipe, type OutputPipe, openOutputPipes } from './output-pipes.ts';
import { endBackgroundProcesses, refuseNul } from './process-group.ts';
import { startTimeOf } from './process-table.ts';
import { type CommandOptions, commandEnvironment, roomOf, startFailure, workingDirectory } from './shell.ts';
import { type Entered, enterRoom } from './wall/enter-room.ts';
import { limitReached, outputLimit } from './wall/limits.ts';

export type BackgroundOptions = CommandOptions & {
  runId: string;
  node: string;
  visit: number;
  attempt: number;
  /** The data directory, where the record is kept. */
  data: string;
  /** What is never written down of what the command prints: the launcher puts others in the place of these words. */
  words: Word[];
  /** Where this console can be reached from this machine. */
  base: string;
};

export type StartedBackground = {
  exec_id: string;
  signal: string;
  record: BackgroundRecord;
  /** While this console lives it hears of the end at once. */
  exited: Promise<void>;
};

export async function startBackground(
  house: Needs<'env' | 'pipes' | 'wall'>,
  command: CommandSpec,
  options: BackgroundOptions,
): Promise<StartedBackground> {
  const { data, signal, outputFiles, runId: run, node, visit, attempt } = options;
  const cwd = await workingDirectory(command.cwd, options.workspace);
  const directory = dirname(outputFiles.stdout);
  for (const needed of [directory, options.artifactsDirectory]) await mkdir(needed, { recursive: true });
  const token = randomBytes(32).toString('base64url');
  const exec_id = execIdOf(options);
  const begun = { exec_id, run, node, visit, attempt, directory, token_hash: hashOfToken(token) };
  // Before it runs: a console that dies in between finds the command by its id.
  await whileScarce(() => saveRecord(data, { ...begun, pid: null, started: null }), signal);
  if (signal.aborted) throw new ClientFailure('aborted', `command "${command.argv[0]}" was stopped before it started`);
  const callback = options.base + paths.api.callback(token);
  const marks = { GATEHOUSE_PROCESS: randomUUID(), GATEHOUSE_EXEC_ID: exec_id };
  const env = { ...commandEnvironment(command, options), ...marks, GATEHOUSE_CALLBACK: callback };
  const { argv, stdin } = command;
  let entered: Entered;
  try {
    refuseNul(argv, env);
    const entering = { argv, cwd, env, room: roomOf(command, options), isBackground: true };
    entered = await whileScarce(() => enterRoom(house, entering), signal);
  } catch (error) {
    throw startFailure(argv[0] ?? '', error);
  }
  const { words } = options;
  const started = { ...entered, env: { ...entered.env, ...marks }, program: argv[0] };
  const most = house.env.commandLimits.output;
  const order = { started, stdin, words, most, exitFile: exitFileOf(directory), callback };
  const launching = whileScarce(() => launch(house, order, outputFiles, marks), signal);
  const { pid, exited } = await launching.catch((error: unknown) => {
    throw startFailure('the launcher', error);
  });
  const record: BackgroundRecord = { ...begun, pid, started: startTimeOf(pid) };
  await whileScarce(() => saveRecord(data, record));
  if (signal.aborted) {
    await endBackground(record);
    throw new ClientFailure('aborted', `command "${command.argv[0]}" was stopped`);
  }
  return { exec_id, signal: callbackSignal(exec_id), record, exited };
}

/** Values reach the launcher through a pipe, so that no secret of the environment is written down. */
async function launch(
  house: Needs<'env' | 'pipes'>,
  order: { started: Entered },
  files: CommandOptions['outputFiles'],
  marks: Record<string, string>,
) {
  // Not a module of the bundle: the console runs in the project's folder.
  const launcher = join(/*turbopackIgnore: true*/ process.cwd(), 'lib/clients/process/background-launcher.mjs');
  const outputs: FileHandle[] = [];
  let pipes: OutputPipe[] | null = null;
  try {
    for (const file of [files.stdout, files.stderr]) outputs.push(await open(file, 'w', 0o600));
    pipes = await openOutputPipes(house, order.started.options.uid);
    const opened = pipes?.flatMap(({ source, given }) => [source, given]) ?? [];
    const [stdout, stderr] = outputs.map(({ fd }) => fd);
    const child = spawn(process.execPath, ['--no-warnings', launcher], {
      cwd: '/',
      env: marks as unknown as NodeJS.ProcessEnv,
      detached: true,
      stdio: nothingElse(['pipe', stdout, stderr, ...opened]),
    });
    const exited = new Promise<void>((end) => child.once('exit', () => end()));
    await once(child, 'spawn');
    child.stdin?.on('error', () => {}).end(JSON.stringify({ ...order, hasPipes: pipes !== null }));
    child.unref();
    return { pid: child.pid as number, exited };
  } finally {
    for (const output of outputs) await output.close();
    for (const pipe of pipes ?? []) closePipe(pipe);
  }
}

/** Whether the launcher still waits for its command. */
export function isBackgroundAlive({ pid, started }: BackgroundRecord): boolean {
  if (pid === null) return false;
  if (process.platform === 'linux') return started !== null && startTimeOf(pid) === started;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export async function endBackground(record: BackgroundRecord): Promise<void> {
  await endBackgroundProcesses(record.exec_id, isBackgroundAlive(record) ? record.pid : null);
}

type ReadOptions = {
  redactor?: () => ByteRedactor | null;
  keptBytes: number;
  limits: Env['commandLimits'];
};

export async function readBackground(
  files: { stdout: string; stderr: string },
  { redactor, keptBytes, limits }: ReadOptions,
): Promise<BackgroundResult> {
  await cleanPrinted(files, redactor);
  const directory = dirname(files.stdout);
  const [report, exit] = [await readReport(directory), await readExit(directory)];
  if (report?.error) throw startFailure(report.error.program, report.error);
  if (!report || report.via === 'lost') {
    throw new ClientFailure('background_lost', 'The background command is gone and did not say how it ended');
  }
  const [code, signal, reached] = [report.exit_code, report.signal as NodeJS.Signals | null, exit?.reached ?? null];
  const named = 'the background command';
  if (reached === 'output') throw outputLimit(named, limits);
  const limit = limitReached(named, { code, signal, reached }, limits);
  if (limit) throw limit;
  const [stdout, stderr] = [await readPrinted(files.stdout, keptBytes), await readPrinted(files.stderr, keptBytes)];
  return {
    exit_code: report.exit_code,
    signal: report.signal,
    stdout: stdout.text,
    stderr: stderr.text,
    stdout_truncated: stdout.isTruncated,
    stderr_truncated: stderr.isTruncated,
    output: report.output,
    output_path: report.output_path,
  };
}

/** Secrets are taken out of the files themselves before anything is read from them or saved. */
export async function cleanPrinted(files: { stdout: string; stderr: string }, redactor: ReadOptions['redactor']) {
  for (const file of [files.stdout, files.stderr]) {
    const clean = redactor?.();
    if (!clean || !existsSync(file)) continue;
    const temporary = `${file}.${randomUUID()}`;
    await writeFile(temporary, withoutSecrets(createReadStream(file), clean), { mode: 0o600 });
    await rename(temporary, file);
  }
}

async function readPrinted(file: string, keptBytes: number) {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(size, keptBytes)), 0);
    return { text: beginning(buffer.subarray(0, bytesRead), size > keptBytes), isTruncated: size > keptBytes };
  } finally {
    await handle.close();
  }
}
