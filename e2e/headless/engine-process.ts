// For tests: a headless engine as a process of its own, asked one thing after the other.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Answers, Command } from './engine-commands.ts';
import type { FailPoint } from './fail-point.ts';

const sources = fileURLToPath(new URL('./engine.ts', import.meta.url));
// Hundreds of engines start from the same sources: the first one to end by itself saves the others most of their start.
const compileCache = join(tmpdir(), 'gatehouse-headless-cache');

/** The process was killed before it answered: what was asked may or may not have happened. */
export class EngineDied extends Error {}

export type EngineProcess = {
  pid: number;
  ask<Name extends Command['do']>(command: Extract<Command, { do: Name }>): Promise<Answers[Name]>;
  /** Resolves with how it ended: SIGKILL at its fail point, or by itself once nothing more is asked. */
  end(): Promise<NodeJS.Signals | number>;
  /** Ends it without a chance to put anything in order. */
  kill(): Promise<NodeJS.Signals | number>;
};

export function startEngineProcess(
  dataDirectory: string,
  failPoint: FailPoint | null,
  {
    env = {},
    entry = sources,
    through = [],
  }: { env?: Record<string, string> | undefined; entry?: string; through?: string[] } = {},
): EngineProcess {
  const crash = failPoint ? { CRASH_AT: JSON.stringify(failPoint) } : {};
  const [program = '', ...args] = [...through, process.execPath, entry];
  const child = spawn(program, args, {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      GATEHOUSE_DATA: dataDirectory,
      GATEHOUSE_FOLDERS: process.cwd(),
      ...crash,
      ...env,
    } as unknown as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit').then(([code, signal]) => (signal ?? code) as NodeJS.Signals | number);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // Writing to a process that was just killed is no error of its own: the missing answer says it.
  child.stdin.on('error', () => {});

  return {
    pid: child.pid as number,
    async ask(command) {
      child.stdin.write(`${JSON.stringify(command)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new EngineDied(`the engine died while it was asked to ${command.do}`);
      const answer = JSON.parse(value) as { ok: true; result: never } | { ok: false; error: string };
      if (!answer.ok) throw new Error(`${command.do}: ${answer.error}`);
      return answer.result;
    },
    async end() {
      child.stdin.end();
      return exited;
    },
    async kill() {
      child.kill('SIGKILL');
      return exited;
    },
  };
}
