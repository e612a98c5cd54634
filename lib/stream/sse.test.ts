import { afterEach, expect, test } from 'vitest';
import { closeAllStreams, type Message, openStreamCount, sseResponse } from './sse.ts';

afterEach(() => closeAllStreams());

async function* untilAborted(signal: AbortSignal, ended: () => void): AsyncGenerator<Message> {
  try {
    yield { id: 1, data: 'first' };
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  } finally {
    ended();
  }
}

function open() {
  const visit = new AbortController();
  const end = Promise.withResolvers<void>();
  const request = new Request('http://localhost/', { signal: visit.signal });
  const response = sseResponse(request, (signal) => untilAborted(signal, end.resolve));
  return { visit, ended: end.promise, response, reader: (response.body as ReadableStream<Uint8Array>).getReader() };
}

test('messages are written with their id, their event or as a comment, and the stream ends with its source', async () => {
  async function* messages(): AsyncGenerator<Message> {
    yield { id: 7, data: '{"a":1}' };
    yield { comment: 'quiet' };
    yield { event: 'end', data: '{}' };
  }
  const response = sseResponse(new Request('http://localhost/'), messages);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toContain('no-transform');
  const text = await response.text();
  expect(text).toMatch(/^: open\n\nretry: \d+\n\n/);
  expect(text).toMatch(/id: 7\ndata: {"a":1}\n\n: quiet\n\nevent: end\ndata: {}\n\n$/);
  expect(openStreamCount()).toBe(0);
});

test('a reader who cancels frees the stream and ends its source', async () => {
  const { reader, ended } = open();
  await reader.read();
  expect(openStreamCount()).toBe(1);
  await reader.cancel();
  await ended;
  expect(openStreamCount()).toBe(0);
});

test('a request that is aborted frees the stream and ends its source', async () => {
  const { visit, reader, ended } = open();
  await reader.read();
  await reader.read();
  const next = reader.read();
  visit.abort();
  await ended;
  expect((await next).done).toBe(true);
  expect(openStreamCount()).toBe(0);
});

test('closing all streams ends every one of them', async () => {
  const streams = [open(), open(), open()];
  expect(openStreamCount()).toBe(3);
  const reading = streams.map(async ({ reader }) => {
    while (!(await reader.read()).done);
  });
  closeAllStreams();
  await Promise.all(reading);
  expect(openStreamCount()).toBe(0);
});

test('a source that fails frees the stream', async () => {
  async function* failing(): AsyncGenerator<Message> {
    yield { data: 'one' };
    throw new Error('the store is gone');
  }
  const response = sseResponse(new Request('http://localhost/'), failing);
  await expect(response.text()).rejects.toThrow('the store is gone');
  expect(openStreamCount()).toBe(0);
});

test('there is an end to the number of open streams, and a free place is given again', async () => {
  const streams = Array.from({ length: 500 }, open);
  expect(open).toThrow('500 live streams');
  await streams[0]?.reader.cancel();
  expect(open).not.toThrow();
});
