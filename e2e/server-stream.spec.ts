// The live stream of a run, without a browser: nothing missed, nothing twice, an end, and nothing left behind.
import { openStream, readStream, type StreamMessage } from './fixtures/event-stream.ts';
import { expectStatus, expectWhole, openGate, readEvents, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

const eventsOf = (messages: StreamMessage[]) =>
  messages.filter(({ id }) => id !== null).map(({ id, data }) => ({ id: Number(id), ...JSON.parse(data) }));

test('a stream cut off at 20 random points and taken up by Last-Event-ID has no gap and no repeat', async ({
  gatehouse,
}) => {
  const runId = await startRun(gatehouse, 'chatter', { lines: 150 });
  const path = `/api/runs/${runId}/events`;
  const seen: StreamMessage[] = [];
  // All of them together are less than the lines alone, so that every cut comes before the end.
  const cuts = Array.from({ length: 20 }, () => 1 + Math.floor(Math.random() * 700));
  for (const cutAfter of [...cuts, Number.POSITIVE_INFINITY]) {
    const lastId = seen.findLast(({ id }) => id !== null)?.id ?? undefined;
    const { messages, isEnded } = await readStream(await openStream(gatehouse, path, lastId), cutAfter);
    seen.push(...messages);
    expect(isEnded).toBe(cutAfter === Number.POSITIVE_INFINITY);
  }
  const events = eventsOf(seen);
  const whole = await readEvents(gatehouse, runId);
  expectWhole(whole);
  expect(events, `cut after ${cuts.join(', ')} bytes`).toEqual(whole.map((event) => ({ id: event.seq, ...event })));
  const output = events.filter(({ type }) => type === 'output').map(({ data }) => data.text);
  expect(output.join('').match(/line \d+/g)).toHaveLength(150);
});

test('?after= names the first event that is wanted, and Last-Event-ID is newer than it', async ({ gatehouse }) => {
  const runId = await startRun(gatehouse, 'chatter', { lines: 1 });
  await expectStatus(gatehouse, runId, 'completed');
  const all = await readEvents(gatehouse, runId);
  const firstId = async (query: string, lastEventId?: string) => {
    const stream = await openStream(gatehouse, `/api/runs/${runId}/events${query}`, lastEventId);
    expect(stream.response.headers['content-type']).toContain('text/event-stream');
    const { messages, isEnded } = await readStream(stream);
    expect(isEnded).toBe(true);
    return eventsOf(messages)[0]?.id;
  };
  expect(await firstId('')).toBe(1);
  expect(await firstId('?after=2')).toBe(3);
  expect(await firstId('?after=2', '4')).toBe(5);
  expect(await firstId(`?after=${all.length}`)).toBeUndefined();
});

test('readers who leave free their streams: many more than may be open at once can come and go', async ({
  gatehouse,
}) => {
  const runId = await startRun(gatehouse, 'two-questions');
  await openGate(gatehouse, runId, 'first');
  const paths = [`/api/runs/${runId}/events`, '/api/events'];
  for (let round = 0; round < 12; round += 1) {
    const opening = Array.from({ length: 50 }, (_, index) => openStream(gatehouse, paths[index % 2] as string));
    const streams = await Promise.all(opening);
    expect(new Set(streams.map(({ response }) => response.statusCode))).toEqual(new Set([200]));
    for (const { request } of streams) request.destroy();
  }
  const { request, response } = await openStream(gatehouse, paths[0] as string);
  expect(response.statusCode).toBe(200);
  request.destroy();
});
