import { expect, test } from 'vitest';
import { house } from '../testing/house.ts';
import { closeAllStreams, type Message, openStreamCount, sseResponse } from './sse.ts';

const owner = { person: 'owner', standing: '', session: null, token: null };
const request = (signal?: AbortSignal) => new Request('http://localhost/events', signal ? { signal } : {});

/** A stream that gives these messages, then waits for the end. */
function waiting(...messages: Message[]) {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const start = async function* (signal: AbortSignal): AsyncGenerator<Message> {
    try {
      yield* messages;
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    } finally {
      end();
    }
  };
  return { over, start };
}

function readerOf(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('a stream has a body');
  return reader;
}

test('messages carry their id, name and data; comments keep the connection open', async () => {
  const response = sseResponse(house, request(), owner, async function* () {
    yield { id: 7, data: '{"a":1}' };
    yield { comment: 'quiet' };
    yield { event: 'end', data: '{}' };
  });
  expect(await response.text()).toBe(
    ': open\n\nretry: 1000\n\nid: 7\ndata: {"a":1}\n\n: quiet\n\nevent: end\ndata: {}\n\n',
  );
  expect(openStreamCount(house)).toBe(0);
});

test('nothing between the console and the page may buffer or change the stream', async () => {
  const { start } = waiting();
  const { headers, body } = sseResponse(house, request(), owner, start);
  expect(headers.get('content-type')).toContain('text/event-stream');
  expect(headers.get('cache-control')).toContain('no-transform');
  expect(headers.get('x-accel-buffering')).toBe('no');
  await body?.cancel();
});

test('a closed reader frees its stream and ends its generator', async () => {
  const { over, start } = waiting({ data: 'one' });
  const reader = readerOf(sseResponse(house, request(), owner, start));
  await reader.read();
  await reader.read();
  expect(openStreamCount(house)).toBe(1);
  await reader.cancel();
  expect(openStreamCount(house)).toBe(0);
  await over;
});

test('an aborted request ends the stream', async () => {
  const { over, start } = waiting({ data: 'one' });
  const controller = new AbortController();
  const reader = readerOf(sseResponse(house, request(controller.signal), owner, start));
  await reader.read();
  await reader.read();
  controller.abort();
  expect((await reader.read()).done).toBe(true);
  await over;
  expect(openStreamCount(house)).toBe(0);
});

test('a reader who stalls and leaves holds nothing, and one who has left already gets nothing', () => {
  const controller = new AbortController();
  sseResponse(house, request(controller.signal), owner, waiting({ data: 'one' }).start);
  expect(openStreamCount(house)).toBe(1);
  controller.abort();
  expect(openStreamCount(house)).toBe(0);
  sseResponse(house, request(AbortSignal.abort()), owner, waiting({ data: 'one' }).start);
  expect(openStreamCount(house)).toBe(0);
});

test('shutting down ends every stream', async () => {
  const texts = [waiting(), waiting(), waiting()].map(({ start }) =>
    sseResponse(house, request(), owner, start).text(),
  );
  expect(openStreamCount(house)).toBe(3);
  closeAllStreams(house);
  await Promise.all(texts);
  expect(openStreamCount(house)).toBe(0);
});

test('a generator that fails frees its stream too', async () => {
  const response = sseResponse(house, request(), owner, async function* () {
    yield { data: 'one' };
    throw new Error('the database is gone');
  });
  await expect(response.text()).rejects.toThrow('the database is gone');
  expect(openStreamCount(house)).toBe(0);
});

test('the five hundred and first stream is refused in words, and a free place is given again', async () => {
  const open = (index: number) =>
    sseResponse(
      house,
      request(),
      { person: `person ${index % 5}`, standing: '', session: null, token: null },
      waiting().start,
    );
  const [first] = Array.from({ length: 500 }, (_, index) => open(index));
  expect(() => open(0)).toThrow('The console already serves 500 live streams');
  await first?.body?.cancel();
  expect(() => open(0)).not.toThrow();
  closeAllStreams(house);
  expect(openStreamCount(house)).toBe(0);
});

test('F7 one person cannot take all places: who has 300 streams gets no more, and others do', () => {
  const open = (person: string) =>
    sseResponse(house, request(), { person, standing: '', session: null, token: null }, waiting().start);
  for (let count = 0; count < 300; count += 1) open('api');
  expect(() => open('api')).toThrow('You already read 300 live streams');
  expect(() => open('owner')).not.toThrow();
  closeAllStreams(house);
});

test('D12 what is given and not taken is known, and a reader who is cut off frees the place and hears why', async () => {
  const { over, start } = waiting({ data: 'one' }, { data: 'two' });
  const response = sseResponse(house, request(), owner, start);
  const [stream] = house.streams;
  expect(stream?.unreadSince).not.toBeNull();
  const reader = readerOf(response);
  await reader.read();
  stream?.cutOff();
  expect(openStreamCount(house)).toBe(0);
  await over;
  await expect(reader.read().then(() => reader.read())).rejects.toThrow('did not read');
});
