// Consoles as processes of their own: one without pages that runs, and the real start, for starts that must be refused.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '../..');
export const token = 'a-token-for-trials-0123456789';

type User = { uid: number; gid: number };

function spawnConsole(program: string, env: Record<string, string>, end: 'pipe' | 'ignore', user?: User) {
  return spawn(process.execPath, [program], {
    ...user,
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      GATEHOUSE_TOKEN: token,
      GATEHOUSE_FOLDERS: root,
      ...env,
    } as unknown as NodeJS.ProcessEnv,
    stdio: [end, 'pipe', 'pipe'],
  });
}

export function makePlace(): { place: string; data: string; remove(): void } {
  const place = mkdtempSync(join(tmpdir(), 'gatehouse-trial-'));
  mkdirSync(join(place, 'workflows'));
  return { place, data: join(place, 'data'), remove: () => rmSync(place, { recursive: true, force: true }) };
}

export type TrialConsole = Awaited<ReturnType<typeof startConsole>>;

export async function startConsole(env: Record<string, string>, user?: User) {
  const child = spawnConsole(join(import.meta.dirname, 'serve.ts'), env, 'pipe', user) as ChildProcess & {
    stdout: NodeJS.ReadableStream;
    stderr: NodeJS.ReadableStream;
    stdin: NodeJS.WritableStream;
  };
  const exited = once(child, 'exit');
  let output = '';
  const ready = Promise.withResolvers<string>();
  const hear = (chunk: Buffer) => {
    output += chunk;
    const port = /^ready on (\d+)$/m.exec(output)?.[1];
    if (port) ready.resolve(`http://127.0.0.1:${port}`);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  exited.then(() => ready.reject(new Error(`the console ended before it was ready:\n${output}`)));
  const address = await ready.promise;

  async function api<Body = unknown>(method: string, path: string, body?: unknown) {
    const response = await fetch(address + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  }

  return {
    pid: child.pid as number,
    address,
    api,
    output: () => output,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}

/** What the real start says when it refuses; it must end by itself, before it builds anything. */
export async function refusedStart(env: Record<string, string>): Promise<string> {
  const child = spawnConsole(join(root, 'lib/commands/serve/serve.mjs'), env, 'ignore');
  const impatient = setTimeout(() => child.kill('SIGTERM'), 20_000);
  const [said, told] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
  ]);
  clearTimeout(impatient);
  const code = child.exitCode ?? (await once(child, 'exit'))[0];
  if (code !== 1) throw new Error(`the start was not refused: ${code} ${said}${told}`);
  return told.trim();
}
