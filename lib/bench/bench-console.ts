// A whole console in a process of its own, built, on a data directory of its own, with somebody signed in.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuild } from '../commands/serve/ensure-build.mjs';
import { root } from '../commands/serve/root.mjs';
import { paths } from '../paths.ts';

const distDir = '.next-test';
export const token = 'bench-owner-token-0123456789';

export type BenchConsole = {
  /** Where it answers, until it is restarted. */
  address: string;
  /** A page as a signed-in browser asks for it; resolves when its last byte has come. */
  page(path: string): Promise<void>;
  api<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>;
  /** Milliseconds of processor that it has used so far. */
  processorTime(): number;
  /** Ends it without a word and starts it anew; resolves with the milliseconds until it answered. */
  restart(): Promise<number>;
};

export async function withConsole<T>(use: (console: BenchConsole) => Promise<T>): Promise<T> {
  await ensureBuild(distDir);
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  let served = await serve(directory);
  let asks = await client(served.address);
  try {
    return await use({
      address: served.address,
      page: (path) => asks.page(path),
      api: (method, path, body) => asks.api(method, path, body),
      processorTime: () => served.processorTime(),
      async restart() {
        await served.end();
        const before = performance.now();
        served = await serve(directory);
        asks = await client(served.address);
        return performance.now() - before;
      },
    });
  } finally {
    await served.end();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function serve(directory: string) {
  const child = spawn(process.execPath, [join(root, 'lib/commands/serve/serve.mjs')], {
    cwd: root,
    env: { ...process.env, PORT: '0', GATEHOUSE_DATA: directory, GATEHOUSE_TOKEN: token, GATEHOUSE_DIST: distDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  return {
    address: await addressOf(child.stdout),
    // Fields 14 and 15 of the kernel's line, in hundredths of a second; the name before them may hold blanks.
    processorTime() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    async end() {
      kill();
      await exited;
      process.off('exit', kill);
    },
  };
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

async function client(address: string): Promise<Pick<BenchConsole, 'page' | 'api'>> {
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
