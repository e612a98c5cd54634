// The console without its pages: migrations, the engine, and the route handlers of app/ at their own addresses. Started
// like the real one, by the hook in instrumentation.ts, so that it needs no build and names nothing inside of lib/.
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { register } from '../../instrumentation.ts';
import { migrate } from '../../prisma/migrate.mjs';

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
type Route = { folder: string; params: Record<string, string> };

const app = join(import.meta.dirname, '../../app');

/** A folder of the segment's own name wins over one that takes any. */
function stepInto({ folder, params }: Route, segment: string): Route {
  if (existsSync(join(folder, segment))) return { folder: join(folder, segment), params };
  const any = readdirSync(folder).find((name) => /^\[\w+\]$/.test(name));
  if (!any) throw new Error(`${folder} has no address for "${segment}"`);
  return { folder: join(folder, any), params: { ...params, [any.slice(1, -1)]: segment } };
}

async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`);
  const segments = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const { folder, params } = segments.reduce(stepInto, { folder: app, params: {} });
  const handlers: Record<string, Handler> = await import(join(folder, 'route.ts'));
  const method = incoming.method ?? 'GET';
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const request = new Request(url, {
    method,
    headers: incoming.headers as Record<string, string>,
    signal: gone.signal,
    ...(method === 'GET' ? {} : { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  } as RequestInit);
  const response = await (handlers[method] as Handler)(request, { params: Promise.resolve(params) });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) return void outgoing.end();
  // A reader may leave at any time: that is no error of ours.
  await pipeline(response.body, outgoing).catch(() => {});
}

const server = createServer((incoming, outgoing) => {
  handle(incoming, outgoing).catch((error) => outgoing.writeHead(500).end(String(error)));
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const { port } = server.address() as AddressInfo;
// What it starts in the background reports to this address.
process.env.PORT = String(port);
process.env.NEXT_RUNTIME = 'nodejs';
migrate(join(process.env.GATEHOUSE_DATA as string, 'gatehouse.db'));
await register();
// Whoever asks for it is gone, or wants it to end.
process.stdin.resume().once('end', async () => {
  await (globalThis as { __gatehouse?: { shutdown(): Promise<void> } }).__gatehouse?.shutdown();
  process.exit(0);
});
console.log(`ready on ${port}`);
