// What a command may do. It is a program with arguments, never a shell line; it sees a minimal environment and none of
// our secrets; it works in the run's workspace; when its time is over its whole process group ends, and nothing that it
// started keeps us waiting. A command that ran is a result, whatever its exit code; only one that could not run is a failure.

import { mkdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import type { Needs } from '../../console/console.ts';
import { childEnvironment } from '../../env.ts';
import { messageOf } from '../../errors.ts';
import type { CommandResult, CommandSpec } from '../../nodes/contract/node-context.ts';
import { ClientFailure, isClientFailure } from '../../nodes/parts/client-failure.ts';
import type { ByteRedactor } from '../../secrets/run-secrets.ts';
import { isInside } from '../files/files.ts';
import { type Capture, captureOutput } from './capture-output.ts';
import { type ProcessGroup, startProcess } from './process-group.ts';
import { limitReached, outputLimit } from './wall/limits.ts';
import { emptyRoom, type Room } from './wall/room.ts';

export type CommandOptions = {
  workspace: string;
  /** Where the command leaves files for the run to keep; it finds the place in GATEHOUSE_ARTIFACTS. */
  artifactsDirectory: string;
  /** What it sees besides those two. */
  room?: Partial<Room>;
  signal: AbortSignal;
  onOutput(stream: 'stdout' | 'stderr', text: string): void;
  outputFiles: { stdout: string; stderr: string };
  /** Made for each stream, to keep the run's secrets out of what is printed. */
  redactor?: () => ByteRedactor | null;
};

export async function runCommand(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall'>,
  spec: CommandSpec,
  options: CommandOptions,
): Promise<CommandResult> {
  const cwd = await workingDirectory(spec.cwd, options.workspace);
  for (const file of Object.values(options.outputFiles)) await mkdir(dirname(file), { recursive: true });
  await mkdir(options.artifactsDirectory, { recursive: true });
  if (options.signal.aborted) throw new ClientFailure('aborted', `${named(spec)} was stopped before it started`);
  const group = await startCommand(house, spec, cwd, options);
  const end = () => void group.end();
  options.signal.addEventListener('abort', end, { once: true });
  // The signal may have fired while the process was starting, before there was a listener.
  if (options.signal.aborted) end();
  try {
    return await resultOf(house, spec, group, options);
  } finally {
    options.signal.removeEventListener('abort', end);
  }
}

async function resultOf(
  { env }: Needs<'env'>,
  spec: CommandSpec,
  group: ProcessGroup,
  options: CommandOptions,
): Promise<CommandResult> {
  const { commandLimits: limits } = env;
  const bounds = {
    keptBytes: env.limits.value,
    most: limits.output,
    tooMuch: () => outputLimit(named(spec), limits),
  };
  const capture = (stream: 'stdout' | 'stderr') =>
    captureOutput(
      group[stream],
      options.outputFiles[stream],
      (text) => options.onOutput(stream, text),
      bounds,
      options.redactor?.(),
    );
  const captures: Capture[] = [capture('stdout'), capture('stderr')];
  const outputs = Promise.all(captures.map((one) => one.done));
  const saved = outputs.catch(async (error) => {
    await group.end();
    if (isClientFailure(error)) throw error;
    const message = `The output of ${named(spec)} could not be saved: ${messageOf(error)}`;
    throw new ClientFailure('output_not_saved', message, { cause: error });
  });
  const exited = group.exited.then(async (exit) => {
    if (options.signal.aborted) await group.end();
    for (const one of captures) one.releaseWhenQuiet();
    return exit;
  });
  const [exit, [stdout, stderr]] = await Promise.all([exited, saved]);
  const reached = limitReached(named(spec), exit, limits);
  if (reached) throw reached;
  return {
    exit_code: exit.code,
    signal: exit.signal,
    stdout: stdout?.text ?? '',
    stderr: stderr?.text ?? '',
    stdout_truncated: stdout?.isTruncated ?? false,
    stderr_truncated: stderr?.isTruncated ?? false,
  };
}

async function startCommand(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall'>,
  spec: CommandSpec,
  cwd: string,
  options: CommandOptions,
): Promise<ProcessGroup> {
  const [command = '', ...args] = spec.argv;
  const env = commandEnvironment(spec, options);
  try {
    const group = await startProcess(house, {
      command,
      args,
      cwd,
      env,
      stdin: spec.stdin === undefined ? 'ignore' : 'pipe',
      room: roomOf(spec, options),
      signal: options.signal,
    });
    // A program may exit without reading what it was given; that is its right.
    group.stdin?.on('error', () => {}).end(spec.stdin);
    return group;
  } catch (error) {
    if (options.signal.aborted) throw new ClientFailure('aborted', `${named(spec)} was stopped before it started`);
    throw startFailure(command, error);
  }
}

export function roomOf({ fills }: CommandSpec, { workspace, artifactsDirectory, room }: CommandOptions): Room {
  if (fills) {
    const readable = fills.from === null ? [] : [fills.from];
    const { outside = [], env = {} } = room ?? {};
    return { ...emptyRoom, writable: [fills.folder], readable, outside, env, keepsUser: true };
  }
  return { ...emptyRoom, ...room, writable: [workspace, artifactsDirectory, ...(room?.writable ?? [])] };
}

type Surroundings = Pick<CommandOptions, 'workspace' | 'artifactsDirectory'>;

export function commandEnvironment(spec: CommandSpec, { workspace, artifactsDirectory }: Surroundings) {
  return {
    ...childEnvironment(),
    GATEHOUSE_WORKSPACE: workspace,
    GATEHOUSE_ARTIFACTS: artifactsDirectory,
    ...spec.env,
  };
}

export function startFailure(command: string, error: unknown): ClientFailure {
  if (isClientFailure(error)) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') {
    const message = `Command "${command}" was not found; install it, or name it by its path`;
    return new ClientFailure('command_not_found', message, { details: { command }, cause: error });
  }
  const reason = code === 'EACCES' ? 'it is not an executable file' : messageOf(error);
  const message = `Command "${command}" could not be started: ${reason}`;
  return new ClientFailure('command_not_started', message, { details: { command }, cause: error });
}

export async function workingDirectory(cwd: string | undefined, workspace: string): Promise<string> {
  const directory = resolve(workspace, cwd ?? '.');
  const isOutside = cwd !== undefined && !isAbsolute(cwd) && !isInside(workspace, directory);
  if (isOutside) {
    throw new ClientFailure(
      'command_not_started',
      `cwd "${cwd}" leaves the workspace; give a path inside, or an absolute one`,
    );
  }
  const found = await stat(directory).catch(() => null);
  if (found?.isDirectory()) return directory;
  throw new ClientFailure('command_not_started', `cwd "${cwd ?? directory}" is not a directory; create it first`);
}

function named(spec: CommandSpec): string {
  return `command "${spec.argv[0] ?? ''}"`;
}
