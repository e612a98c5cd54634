// What anybody may send to a console that runs: too much, too slowly, broken. It holds nothing, tells nothing, breaks nothing.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { GatehouseConsole } from './fixtures/console.ts';
import { createLink, openGate, startRun } from './fixtures/runs.ts';
import { token } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

const megabyte = 1024 * 1024;

/** Says how long its body is, sends the beginning of it and then nothing; gives back what is answered to that. */
async function stall(gatehouse: GatehouseConsole, path: string, length: number, headers = ''): Promise<string> {
  const { hostname, port, origin } = new URL(gatehouse.address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const head = `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${origin}\r\n${headers}`;
  socket.write(`${head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n`);
  socket.write(Buffer.alloc(Math.min(length, 200_000), 'a'));
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer).split('\r\n', 1)[0] ?? '';
}

async function signIn(gatehouse: GatehouseConsole): Promise<string> {
  const body = new URLSearchParams({ token });
  const headers = { origin: gatehouse.address };
  const response = await fetch(`${gatehouse.address}/sign-in`, { method: 'POST', redirect: 'manual', headers, body });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

test('F6 large bodies of anybody are refused before they have come, and whoever is signed in may send one', async ({
  gatehouse,
}) => {
  const tooLarge = 'HTTP/1.1 413 Payload Too Large';
  const answers = Array.from({ length: 15 }, () => stall(gatehouse, '/sign-in', 41 * megabyte));
  expect(new Set(await Promise.all(answers))).toEqual(new Set([tooLarge]));
  for (const path of ['/api/runs', '/workflows/hello-gates', '/api/callbacks/x', '/runs', '/no-such-page']) {
    expect(await stall(gatehouse, path, 2 * megabyte), path).toBe(tooLarge);
  }
  const inputs = { text: 'x'.repeat(2 * megabyte) };
  const { status, body } = await gatehouse.api('POST', '/api/runs', { workflow: 'two-questions', inputs });
  expect(status, JSON.stringify(body)).not.toBe(413);
  expect(await stall(gatehouse, '/sign-in', 41 * megabyte, `Authorization: Bearer ${token}\r\n`)).toBe(tooLarge);
});

test('F14 a link that is sent more than is taken is not in the log, nor is one that is unknown', async ({
  gatehouse,
}) => {
  const gate = await openGate(gatehouse, await startRun(gatehouse, 'two-questions'), 'first');
  const { pathname } = new URL(await createLink(gatehouse, gate));
  const unknown = `/g/${'u'.repeat(43)}`;
  for (const path of [pathname, unknown]) {
    expect(await stall(gatehouse, path, 43 * megabyte)).toContain('413');
    const body = new Uint8Array(300_000);
    const posted = fetch(gatehouse.address + path, { method: 'POST', headers: { origin: gatehouse.address }, body });
    expect(await posted.then(({ status }) => status)).toBe(413);
    const broken = await fetch(`${gatehouse.address}${path}`, {
      method: 'POST',
      headers: { origin: gatehouse.address, 'content-type': 'multipart/form-data; boundary=x' },
      body: '--y',
    });
    expect(broken.status).toBeLessThan(500);
    expect(gatehouse.output()).not.toContain(path.slice('/g/'.length));
  }
});

/** The hidden fields by which a form without scripts names its action. */
function actionFields(page: string): [string, string][] {
  const inputs = page.match(/<input[^>]*name="\$ACTION[^>]*>/g) ?? [];
  const plain = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return inputs.map((input) => [
    /name="([^"]*)"/.exec(input)?.[1] ?? '',
    plain(/value="([^"]*)"/.exec(input)?.[1] ?? ''),
  ]);
}

/** Ways to break a text, each at a place of its own. */
const breaks: ((text: string, at: number) => string)[] = [
  (text, at) => text.slice(0, at),
  (text, at) => text.slice(at),
  (text, at) => `${text.slice(0, at)}\u0000${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}"]}${text.slice(at)}`,
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at) => `${text.slice(0, at)}$${text.slice(at)}`,
];

test('F12 nothing that cannot be read is answered with 500: addresses, headers, inputs, the bodies of actions', async ({
  gatehouse,
}) => {
  test.setTimeout(120_000);
  const origin = gatehouse.address;
  const cookie = await signIn(gatehouse);
  const runId = await startRun(gatehouse, 'two-questions');
  const gate = await openGate(gatehouse, runId, 'first');
  for (const path of ['/g/%ff', '/api/runs/%ff', '/runs/%ff', '/%c0%af', `/api/runs/${runId}/events?after=%ff`]) {
    expect((await fetch(origin + path, { headers: { cookie } })).status, path).toBeLessThan(500);
  }
  for (const tree of ['%', '{}', '["",{"children":7}]', encodeURIComponent('["",{"children":[1]}]')]) {
    const headers = { cookie, rsc: '1', 'next-router-state-tree': tree };
    expect((await fetch(`${origin}/runs`, { headers })).status, tree).toBeLessThan(500);
  }
  const unknown = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`i${index}`, 1]));
  const many = await gatehouse.api('POST', '/api/runs', { workflow: 'two-questions', inputs: unknown });
  expect(many.status).toBeLessThan(500);

  const address = `${origin}/runs/${runId}/links?gate=${gate.id}`;
  const fields = actionFields(await (await fetch(address, { headers: { cookie } })).text());
  expect(fields.length).toBeGreaterThan(1);
  const post = async (entries: [string, string][], more: Record<string, string> = {}) => {
    const body = new FormData();
    for (const [name, value] of entries) body.append(name, value);
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin, ...more },
      body,
    });
    await response.body?.cancel();
    return response.status;
  };
  const rest: [string, string][] = [
    ['run', runId],
    ['gate', gate.id],
    ['name', 'Ada'],
    ['expires', '7d'],
  ];
  expect(await post([...fields, ...rest])).toBeLessThan(400);
  const failed: string[] = [];
  const judge = (status: number, words: string) => void (status < 500 || failed.push(`${status} ${words}`));
  for (const [index, [name, value]] of fields.entries()) {
    for (const change of breaks) {
      for (const at of [0, 1, Math.floor(value.length / 2), value.length]) {
        const entries = fields.with(index, [name, change(value, at)]);
        judge(await post([...entries, ...rest]), `${name}=${change(value, at)}`);
      }
    }
    judge(await post([...fields.toSpliced(index, 1), ...rest]), `without ${name}`);
    judge(await post([...fields, [name, value], ...rest]), `${name} twice`);
  }
  for (const id of ['any', '0'.repeat(42), 'ü', '__proto__']) {
    judge(await post(rest, { 'next-action': encodeURIComponent(id) }), `the action ${id}`);
  }
  expect(failed, gatehouse.output()).toEqual([]);
});
