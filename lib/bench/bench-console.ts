// A whole console in a process of its own, built, on a data directory of its own, with somebody signed in.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from '../commands/serve/ensure-build.mjs';
import { root } from '../commands/serve/root.mjs';
import { paths } from '../paths.ts';

const distDir = '.next-test';
const token = 'bench-owner-token-0123456789';

export type BenchConsole = {
  /** A page as a signed-in browser asks for it; resolves when its last byte has come. */
  page(path: string): Promise<void>;
  api<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>;
};

export async function withConsole<T>(use: (console: BenchConsole) => Promise<T>): Promise<T> {
  await ensureBuild(distDir);
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const child = spawn(process.execPath, [join(root, 'lib/commands/serve/serve.mjs')], {
    cwd: root,
    env: { ...process.env, PORT: '0', GATEHOUSE_DATA: directory, GATEHOUSE_TOKEN: token, GATEHOUSE_DIST: distDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  try {
    const address = await addressOf(child.stdout);
    return await use(await client(address));
  } finally {
    end();
    await exited;
    process.off('exit', end);
    rmSync(directory, { recursive: true, force: true });
  }
}

async function addressOf(output: AsyncIterable<Buffer>): Promise<string> {
  let said = '';
  for await (const chunk of output) {
    said += chunk;
    const [, address] = /is ready on (\S+)/.exec(said) ?? [];
    if (address) return address;
  }
  throw new Error(`the console did not start: ${said}`);
}

async function client(address: string): Promise<BenchConsole> {
  const signedIn = await fetch(`${address}${paths.signIn()}`, {
    method: 'POST',
    headers: { Origin: address },
    body: new URLSearchParams({ token }),
    redirect: 'manual',
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';

  async function answered(response: Response): Promise<string> {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text.slice(0, 200)}`);
    return text;
  }

  return {
    async page(path) {
      await answered(await fetch(`${address}${path}`, { headers: { Cookie: cookie }, redirect: 'manual' }));
    },
    async api(method, path, body) {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
      return JSON.parse(await answered(await fetch(`${address}${path}`, init)));
    },
  };
}
