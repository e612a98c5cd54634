// What goes over the wire: everything that shrinks is sent small, and a live stream is sent as it happens.
import { createLink, expectStatus, openGate, startRun } from './fixtures/runs.ts';
import { token } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

test('U18 pages, scripts, styles and data are compressed, short answers and event streams are not', async ({
  gatehouse,
  page,
}) => {
  const runId = await startRun(gatehouse, 'two-questions');
  const gate = await openGate(gatehouse, runId, 'first');
  const loud = await startRun(gatehouse, 'chatter', { lines: 40 });
  await expectStatus(gatehouse, loud, 'completed');
  const encodings = new Map<string, string>();
  page.on('response', async (response) => {
    const { 'content-type': type = '', 'content-length': length, 'content-encoding': encoding } = response.headers();
    // What fits into one packet is not worth it.
    const isShort = length !== undefined && Number(length) < 1024;
    if (/javascript|html|css/.test(type) && response.ok() && !isShort)
      encodings.set(response.url(), encoding ?? 'none');
  });
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`, { waitUntil: 'load' });
  await expect.poll(() => [...encodings.keys()].some((url) => url.includes(runId))).toBe(true);
  expect(encodings.size).toBeGreaterThan(5);
  expect([...encodings].filter(([, encoding]) => encoding === 'none')).toEqual([]);

  const ask = (path: string, accept: string, signal?: AbortSignal) =>
    fetch(gatehouse.address + path, {
      headers: { authorization: `Bearer ${token}`, accept, 'accept-encoding': 'gzip, br' },
      ...(signal ? { signal } : {}),
    });
  const data = await ask(`/api/runs/${loud}/events`, 'application/json');
  expect(data.headers.get('content-encoding')).toBe('gzip');
  expect((await data.json()).events[0].seq).toBe(1);
  const { body } = await gatehouse.api<{ artifacts: { id: string; name: string }[] }>(
    'GET',
    `/api/runs/${loud}/artifacts`,
  );
  const printed = body.artifacts.find(({ name }) => name === 'stdout.txt');
  const others = [
    `/api/runs/${runId}`,
    `/api/runs/${loud}/artifacts/${printed?.id}`,
    '/api/schema',
    '/api/openapi.json',
    '/api/metrics',
    '/sign-in',
    new URL(await createLink(gatehouse, gate)).pathname,
  ];
  for (const path of others) {
    const answer = await ask(path, '*/*');
    expect([answer.status, answer.headers.get('content-encoding')], path).toEqual([200, 'gzip']);
    expect((await answer.text()).length, path).toBeGreaterThan(200);
  }

  const short = await ask('/api/health', '*/*');
  expect([short.headers.get('content-encoding'), await short.json()]).toEqual([null, { ok: true }]);

  for (const path of ['/api/events', `/api/runs/${runId}/events`]) {
    const leave = new AbortController();
    const stream = await ask(path, 'text/event-stream', leave.signal);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    expect(stream.headers.get('content-encoding')).toBeNull();
    const first = await stream.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toContain(': open');
    leave.abort();
  }
});
