// A console on a data directory, as a process of its own, and what people and programs do with it over HTTP. Nothing here
// knows anything but the addresses and names that are promised to the outside.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type Gate = { id: string; run: string; node: string; purpose: string; status: string; votes?: unknown[] };
export type RunEvent = { seq: number; type: string; node?: string; visit?: number; data: Record<string, unknown> };
export type Run = {
  id: string;
  status: string;
  message: string | null;
  seq: number;
  gates: Gate[];
  state: { workspace: string; active: { phase: string }[] };
};
type Answer = { option: string; values?: Record<string, unknown> };

const serve = join(import.meta.dirname, 'serve.ts');
const page = 1000;
const ended = new Set(['completed', 'failed', 'cancelled']);

async function start(data: string, workflows: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [serve], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      GATEHOUSE_DATA: data,
      GATEHOUSE_WORKFLOWS: workflows,
      // What the runs of a fixture start lies beside its data, and this project's Node is theirs.
      GATEHOUSE_FOLDERS: [join(data, '..'), join(import.meta.dirname, '../..')].join(','),
      ...env,
    } as unknown as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^ready on (\d+)$/.exec(line)?.[1];
    if (port) return { child, exited, address: `http://127.0.0.1:${port}` };
  }
  throw new Error(`the console ended with ${(await exited).join(' ')} before it was ready`);
}

export async function openConsole(data: string, workflows: string, env: Record<string, string> = {}) {
  const { child, exited, address } = await start(data, workflows, env);
  const token = readFileSync(join(data, 'owner-token'), 'utf8').trim();
  const bearer = { authorization: `Bearer ${token}` };

  /** With the owner's API token unless other headers say who asks. */
  async function api<Body>(method: string, path: string, body?: unknown, headers: Record<string, string> = bearer) {
    const response = await fetch(address + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  }

  const read = (run: string) => api<Run>('GET', `/api/runs/${run}`);
  const post = (path: string, body: unknown = {}) => api<{ id: string }>('POST', path, body);

  /** Resolves when the run has an event after this one. */
  async function nextEvent(run: string, after: number): Promise<void> {
    const headers = { ...bearer, accept: 'text/event-stream' };
    const { body } = await fetch(`${address}/api/runs/${run}/events?after=${after}`, { headers });
    let heard = '';
    for await (const chunk of body as ReadableStream<Uint8Array>) {
      heard += Buffer.from(chunk).toString('latin1');
      if (/^data:/m.test(heard)) return;
    }
  }

  async function until<Found>(run: string, look: (now: Run) => Found | undefined): Promise<Found> {
    for (;;) {
      const now = await read(run);
      const found = look(now);
      if (found !== undefined) return found;
      if (ended.has(now.status)) throw new Error(`run ${run} is ${now.status}: ${now.message}`);
      await nextEvent(run, now.seq);
    }
  }

  async function eventsOf(run: string, before = Number.MAX_SAFE_INTEGER): Promise<RunEvent[]> {
    const events: RunEvent[] = [];
    for (let next: number | null = 0; next !== null; ) {
      const path: string = `/api/runs/${run}/events?after=${next}&before=${before}&limit=${page}`;
      const read = await api<{ events: RunEvent[]; next: number | null }>('GET', path);
      events.push(...read.events);
      next = read.next;
    }
    return events;
  }

  /** As a browser without a session: opens the page, fills in its form and posts it. */
  async function answerByLink(linkToken: string, name: string, { option, values = {} }: Answer): Promise<void> {
    const link = `${address}/g/${linkToken}`;
    const nonce = /name="nonce" value="([^"]+)"/.exec(await (await fetch(link)).text())?.[1] ?? '';
    const fields = Object.entries(values).map(([field, value]) => [`values.${field}`, String(value)]);
    const body = new URLSearchParams([['nonce', nonce], ['name', name], ['option', option], ...fields]);
    const response = await fetch(link, { method: 'POST', redirect: 'manual', headers: { origin: address }, body });
    if (response.status !== 303) throw new Error(`the link answered ${response.status}: ${await response.text()}`);
  }

  return {
    pid: child.pid as number,
    /** Resolves when it has ended, whoever ended it. */
    exited: exited.then(() => {}),
    address,
    token,
    api,
    read,
    until,
    eventsOf,
    answerByLink,
    start: async (workflow: string, inputs = {}) => (await post('/api/runs', { workflow, inputs })).id,
    /** The open gate of this node, once it asks. */
    asked: (run: string, node: string) =>
      until(run, ({ gates }) => gates.find((gate) => gate.status === 'open' && gate.node === node)),
    ended: (run: string) => until(run, (now) => (ended.has(now.status) ? now : undefined)),
    answer: (gate: Gate, answer: Answer) => post(`/api/runs/${gate.run}/gates/${gate.id}`, answer),
    control: (run: string, verb: string, body: unknown = {}) => post(`/api/runs/${run}/${verb}`, body),
    signal: (run: string, name: string, body: unknown) => post(`/api/runs/${run}/signals/${name}`, body),
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

export type Gatehouse = Awaited<ReturnType<typeof openConsole>>;
