import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { LargeValue } from '#lib/nodes/parts/large-value.ts';
import { createGateLink, revokeGateLink } from '#lib/people/gate-links.ts';
import { readRun } from '#lib/runs/read-run.ts';
import { startRun } from '#lib/runs/start-run.ts';
import type { GateRecord } from '#lib/store/contract/gates.ts';
import { somebody } from '#lib/testing/actors.ts';
import { type ScratchEngine, startScratchEngine } from '#lib/testing/scratch-engine.ts';
import { house } from '../../../lib/testing/house.ts';
import { GET as getArtifact } from './a/[artifactId]/route.ts';
import { GET, POST } from './route.ts';
import { GET as getStanding } from './standing/route.ts';
import { GET as getValue } from './v/[hash]/route.ts';

const source = `gatehouse: 1
name: Release notes
version: 1.0.0
inputs: { plan: { type: string, default: unseen input } }
nodes:
  draft:
    type: cli
    command: [sh, -c, 'printf "# Notes" > "$GATEHOUSE_ARTIFACTS/notes.md"; printf unseen > "$GATEHOUSE_ARTIFACTS/other.txt"; echo unseen output']
  review:
    type: gate
    kind: question
    message: Do these notes say what changed?
    show: ["\${draft.artifacts.find(a => a.name == 'notes.md')}"]
    options: [{ id: yes, label: Publish }, { id: no, label: Write again }]
    form: { note: { type: text, label: What is wrong?, required_for: [no] } }
    on: { yes: done, no: done }
  done: { type: end, outcome: success }
`;

let engine: ScratchEngine;
beforeAll(async () => {
  engine = await startScratchEngine();
});
afterAll(() => engine.stop());

type Asked = { gate: GateRecord; token: string; linkId: string };

async function ask(text = source): Promise<Asked> {
  const { id } = await startRun(house, { source: text, actor: somebody('owner') });
  const open = async () => (await house.store.listGates({ run: id, status: 'open' }))[0];
  const gate = (await vi.waitUntil(open, { timeout: 20_000 })) as GateRecord;
  const link = await createGateLink(house, {
    runId: id,
    gateId: gate.id,
    actor: somebody('owner'),
    base: 'http://localhost:3000',
  });
  return { gate, token: link.url.split('/g/')[1] as string, linkId: link.id };
}

const own = { host: 'localhost:3000', origin: 'http://localhost:3000' };
const call = (handler: typeof GET, token: string, init: RequestInit = {}) =>
  handler(new Request(`http://localhost:3000/g/${token}`, { headers: own, ...init }), {
    params: Promise.resolve({ token }),
  });
const file = (token: string, artifactId: string) =>
  getArtifact(new Request('http://localhost:3000/g/x/a/y', { headers: own }), {
    params: Promise.resolve({ token, artifactId }),
  });
const nonceOf = async (token: string) =>
  /name="nonce" value="([^"]+)"/.exec(await (await call(GET, token)).text())?.[1] ?? '';

function post(token: string, fields: Record<string, string>, headers: Record<string, string> = own) {
  const body = new URLSearchParams(fields).toString();
  return call(POST, token, {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  });
}

const answerTo = async ({ gate }: Asked) => (await house.store.readGate(gate.run, gate.id))?.answer ?? null;

test('a link opened 200 times by GET and HEAD decides nothing and shows only what the gate names', async () => {
  const asked = await ask();
  for (let i = 0; i < 200; i++)
    expect((await call(GET, asked.token, { method: i % 2 ? 'HEAD' : 'GET' })).status).toBe(200);
  const html = await (await call(GET, asked.token)).text();
  expect(html).toContain('Do these notes say what changed?');
  expect(html).toContain('<h2>Notes</h2>');
  expect(html).not.toContain('unseen');
  expect(await answerTo(asked)).toBeNull();
});

test('how the question stands is told in one word, as long as the link works, and asking decides nothing', async () => {
  const asked = await ask();
  const standing = async (token = asked.token) => {
    const response = await call(getStanding, token);
    return [response.status, response.status === 200 ? await response.text() : ''];
  };
  const page = await call(GET, asked.token);
  expect(await page.text()).toContain(`data-ask="/g/${asked.token}/standing"`);
  expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'");
  for (let i = 0; i < 20; i++) expect(await standing()).toEqual([200, 'open']);
  expect(await answerTo(asked)).toBeNull();
  const nonce = await nonceOf(asked.token);
  expect((await post(asked.token, { nonce, name: 'Ada', option: 'yes' })).status).toBe(303);
  expect(await standing()).toEqual([200, 'answered']);
  expect(await (await call(GET, asked.token)).text()).not.toContain('data-ask');
  await revokeGateLink(house, {
    runId: asked.gate.run,
    gateId: asked.gate.id,
    linkId: asked.linkId,
    actor: somebody('owner'),
  });
  expect(await standing()).toEqual([404, '']);
});

test('of the run’s files only those that the gate names can be had', async () => {
  const asked = await ask();
  const artifacts = await house.store.listArtifacts(asked.gate.run);
  const [named, other] = ['notes.md', 'other.txt'].map(
    (name) => artifacts.find((artifact) => artifact.name === name)?.id as string,
  );
  const response = await file(asked.token, named as string);
  expect(await response.text()).toBe('# Notes');
  expect(response.headers.get('content-security-policy')).toMatch(/^sandbox/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  for (const id of [other as string, 'nothing', '../notes.md', ''])
    expect((await file(asked.token, id)).status).toBe(404);
  expect((await file((await ask()).token, named as string)).status).toBe(404);
});

test('D2 of a value that is too long to show all can be had, with that gate’s link and no other', async () => {
  const asked = await ask(`gatehouse: 1
name: Long
version: 1.0.0
nodes:
  list: { type: cli, parse: json, command: [node, -e, "console.log(JSON.stringify(Array.from({ length: 9000 }, (_, id) => ({ id }))))"], save: { hidden: "\${result.value.slice(1)}" } }
  review: { type: gate, kind: question, message: All of it?, show: ["\${list.value}"], options: [{ id: yes }], on: { yes: done } }
  done: { type: end, outcome: success }
`);
  const value = (token: string, hash: string) =>
    getValue(new Request('http://localhost:3000/g/x/v/y', { headers: own }), {
      params: Promise.resolve({ token, hash }),
    });
  const [shown] = asked.gate.show;
  expect(shown?.label).toMatch(/^The first 64000 of \d+ characters$/);
  const { $value: hash } = (shown as { value: LargeValue }).value;
  const html = await (await call(GET, asked.token)).text();
  expect(html).toContain(`href="/g/${asked.token}/v/${hash}" download>Download all of it</a>`);
  const response = await value(asked.token, hash);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(await response.json()).toHaveLength(9000);
  const { state } = await readRun(house, asked.gate.run);
  const { $value: hidden } = state.computed.hidden as LargeValue;
  for (const other of [hidden, '0'.repeat(64), 'nothing', ''])
    expect((await value(asked.token, other)).status).toBe(404);
  expect((await value((await ask()).token, hash)).status).toBe(404);
});

test('nothing but a form that this page showed, posted from our own origin with a name, decides', async () => {
  const asked = await ask();
  const { token } = asked;
  const good = { nonce: await nonceOf(token), name: 'Ada', option: 'yes' };
  const foreign = await nonceOf((await ask()).token);
  const refused: [number, Response][] = [
    [403, await post(token, good, { ...own, origin: 'http://evil.example' })],
    [403, await post(token, good, { ...own, origin: 'null' })],
    [403, await post(token, good, { host: own.host })],
    [421, await post(token, good, { host: 'evil.example', origin: 'http://evil.example' })],
    [409, await post(token, { ...good, nonce: '' })],
    [409, await post(token, { ...good, nonce: foreign })],
    [409, await post(token, { ...good, nonce: `${good.nonce.slice(0, -1)}${good.nonce.endsWith('A') ? 'B' : 'A'}` })],
    [422, await post(token, { ...good, name: ' ' })],
    [422, await post(token, { ...good, option: '' })],
    [422, await post(token, { ...good, option: 'maybe' })],
    [422, await post(token, { ...good, option: 'no' })],
    [
      415,
      await call(POST, token, {
        method: 'POST',
        body: JSON.stringify(good),
        headers: { ...own, 'content-type': 'application/json' },
      }),
    ],
  ];
  for (const [status, response] of refused) {
    expect(response.status).toBe(status);
    expect(await response.text()).toMatch(/Nothing was decided/);
  }
  expect(await answerTo(asked)).toBeNull();
});

test('F16 a token that is none does not stand in for the page that the answer comes from', async () => {
  const { token, gate } = await ask();
  const nonce = await nonceOf(token);
  const body = new URLSearchParams({ nonce, option: 'yes', name: 'Grace' });
  for (const authorization of ['Bearer x', 'bearer', 'Bearer ', 'Basic eDp5']) {
    const response = await call(POST, token, { method: 'POST', headers: { host: own.host, authorization }, body });
    expect(response.status).toBe(403);
  }
  expect(await house.store.listGates({ run: gate.run, status: 'open' })).toHaveLength(1);
});

test('an answer is recorded with the name, the link and what was shown, and then the page tells it', async () => {
  const asked = await ask();
  const { token, gate, linkId } = asked;
  const kept = await (
    await post(token, { nonce: await nonceOf(token), name: 'Ada', option: 'no', comment: 'Hm' })
  ).text();
  for (const text of ['value="Ada"', 'Hm</textarea>', 'What is wrong? is needed']) expect(kept).toContain(text);

  const answer = {
    nonce: await nonceOf(token),
    name: ' Ada  L. ',
    option: 'no',
    'values.note': 'Too short',
    comment: 'Hm',
  };
  const from = {
    'x-forwarded-for': '198.51.100.9',
    'x-gatehouse-address': '203.0.113.7',
    'user-agent': 'A phone\u00ad/1.0',
  };
  const response = await post(token, answer, { ...own, ...from });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`/g/${token}`);
  expect(await answerTo(asked)).toMatchObject({
    option: 'no',
    values: { note: 'Too short' },
    comment: 'Hm',
    by: 'Ada L.',
    via: `link:${linkId}`,
    address: '203.0.113.7',
    agent: 'A phone⟨U+00AD⟩/1.0',
  });
  const [event] = await house.store.readEvents(gate.run, { limit: 1, types: ['gate_answered'] });
  expect(event).toMatchObject({
    data: { shown: expect.stringMatching(/^[0-9a-f]{64}$/), answer: { address: '203.0.113.7' } },
  });
  const { entries } = await house.store.pageOfAudit({ act: 'gate.answered', limit: 1 });
  expect(entries[0]?.who).toMatchObject({ name: 'Ada L.', via: `link:${linkId}`, address: '203.0.113.7' });

  const cookie = response.headers.get('set-cookie')?.split(';')[0] as string;
  expect(await (await call(GET, token, { headers: { ...own, cookie } })).text()).toContain('You answered');
  const told = await (await call(GET, token)).text();
  expect(told).toMatch(/Answered at .* by <b>Ada L\.<\/b>: Write again\./);
  expect(told).not.toMatch(/203\.0\.113\.7|phone/);
  const late = await post(token, { nonce: 'any', name: 'Bob', option: 'yes' });
  const page = await late.text();
  expect(late.status).toBe(409);
  expect(page).toMatch(/Your answer was not counted.*<b>Ada L\.<\/b> decided before you, at .*: <b>Write again<\/b>/s);
});

test('U9 a click that came too late is told who decided what, and that it was not counted; its own again is not', async () => {
  const { token } = await ask();
  const first = { nonce: await nonceOf(token), name: 'Ada', option: 'no', 'values.note': 'x' };
  const second = { ...first, nonce: await nonceOf(token), name: 'Ben', option: 'yes' };
  const cookie = (await post(token, first)).headers.get('set-cookie')?.split(';')[0] ?? '';
  const lost = await (await post(token, second)).text();
  expect(lost).toContain('Your answer was not counted');
  expect(lost).not.toContain('<h1>Publish');
  expect(await (await post(token, first, { ...own, cookie })).text()).toContain('You answered at');
});

test('of fifty answers at once one wins and the others are told which', async () => {
  const asked = await ask();
  const nonce = await nonceOf(asked.token);
  const names = Array.from({ length: 50 }, (_, index) => `Person ${index}`);
  const responses = await Promise.all(names.map((name) => post(asked.token, { nonce, name, option: 'yes' })));
  expect(responses.map(({ status }) => status).sort()).toEqual([303, ...Array(49).fill(409)]);
  const { by } = (await answerTo(asked)) as { by: string };
  for (const response of responses)
    if (response.status === 409) expect(await response.text()).toContain(`<b>${by}</b>`);
});

test('unknown, expired and revoked links look alike and are limited; links that work are not', async () => {
  const asked = await ask();
  const { gate } = asked;
  const wanted = { runId: gate.run, gateId: gate.id, actor: somebody('owner'), base: '' };
  const expired = await createGateLink(
    house,
    { ...wanted, base: own.origin, expires: '1h' },
    new Date(Date.now() - 3_600_001),
  );
  const revoked = await createGateLink(house, { ...wanted, base: own.origin });
  await revokeGateLink(house, {
    runId: gate.run,
    gateId: gate.id,
    linkId: revoked.id,
    actor: somebody('owner'),
  });
  const tokens = ['x', 'A'.repeat(43), ...[expired, revoked].map(({ url }) => url.split('/g/')[1] as string)];
  const seen = [];
  for (const token of tokens) {
    const response = await call(GET, token);
    seen.push(JSON.stringify([response.status, [...response.headers], await response.text()]));
  }
  expect(new Set(seen).size).toBe(1);
  expect(seen[0]).toMatch(/^\[404,/);
  let status = 404;
  for (let tries = 0; tries < 20 && status === 404; tries++) status = (await call(GET, 'A'.repeat(43))).status;
  expect(status).toBe(429);
  expect((await post('A'.repeat(43), {})).status).toBe(429);
  expect((await call(GET, asked.token)).status).toBe(200);
});
