// A receiver of webhooks for tests. It checks each signature by itself, keeps what it was sent, and answers with the
// statuses it was told to give, then 204.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { id: string; isSigned: boolean; timestamp: number; body: Record<string, unknown> };

async function read(request: IncomingMessage, secret: string): Promise<Received> {
  const header = (name: string) => String(request.headers[name] ?? '');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const raw = Buffer.concat(chunks);
  const timestamp = header('x-gatehouse-timestamp');
  const expected = Buffer.from(
    `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(raw).digest('hex')}`,
  );
  const given = Buffer.from(header('x-gatehouse-signature'));
  return {
    id: header('x-gatehouse-delivery'),
    isSigned: given.length === expected.length && timingSafeEqual(given, expected),
    timestamp: Number(timestamp),
    body: JSON.parse(raw.toString()),
  };
}

export async function startWebhookReceiver({ secret, port = 0 }: { secret: string; port?: number }) {
  const received: Received[] = [];
  const statuses: number[] = [];
  let changed = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    received.push(await read(request, secret));
    response.writeHead(statuses.shift() ?? 204, { location: '/elsewhere', connection: 'close' }).end();
    changed.resolve();
    changed = Promise.withResolvers();
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const address = server.address() as AddressInfo;
  return {
    received,
    url: `http://127.0.0.1:${address.port}/hook`,
    port: address.port,
    /** Answers the next requests with these. */
    answerWith: (...next: number[]) => statuses.push(...next),
    async until(isSo: (received: Received[]) => boolean): Promise<Received[]> {
      while (!isSo(received)) await changed.promise;
      return received;
    },
    stop: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
