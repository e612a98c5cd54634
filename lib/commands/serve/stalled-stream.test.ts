import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { cutOffStalledStream } from './stalled-stream.mjs';

const limit = 300;
const chunk = Buffer.alloc(256 * 1024, 'x');

/** Gives as much as is taken, for ever; resolves when the connection is closed. */
async function servedTo(type: string) {
  const closed = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    cutOffStalledStream(response, limit);
    response.setHeader('content-type', type).flushHeaders();
    const give = () => {
      while (response.write(chunk));
    };
    response.on('drain', give).on('close', closed.resolve);
    give();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  reader.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  onTestFinished(() => {
    reader.destroy();
    server.close();
  });
  return { closed: closed.promise, reader };
}

test('D12 the connection of a stream that is not read is closed', async () => {
  const { closed, reader } = await servedTo('text/event-stream; charset=utf-8');
  await once(reader, 'data');
  reader.pause();
  await closed;
});

test('one that is read goes on, and a download may stop for a while', async () => {
  const stream = await servedTo('text/event-stream');
  const download = await servedTo('application/zip');
  download.reader.pause();
  const until = performance.now() + 3 * limit;
  while (performance.now() < until) await once(stream.reader, 'data');
  const isOver = await Promise.race([
    stream.closed.then(() => true),
    download.closed.then(() => true),
    Promise.resolve(false),
  ]);
  expect(isOver).toBe(false);
});
