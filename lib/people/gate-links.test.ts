import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addPeople, somebody } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { openScratchConsole, type ScratchConsole } from '../testing/scratch-console.ts';
import { changeGate, scratchGate, storeGate } from '../testing/scratch-gate.ts';
import { createGateLink, findGateLink, listGateLinks, revokeGateLink } from './gate-links.ts';

let scratch: ScratchConsole;
beforeEach(async () => {
  scratch = await openScratchConsole();
});
afterEach(() => scratch.close());

const start = new Date('2026-11-16T12:00:00.000Z');
const days = (count: number) => new Date(start.getTime() + count * 86_400_000);
const wanted = { runId: 'run-1', gateId: 'gate-1', actor: somebody('owner'), base: 'http://localhost:3000' };
const tokenIn = (url: string) => url.split('/g/')[1] as string;

test('a link opens its gate for 7 days unless told otherwise', async () => {
  await storeGate(scratch.store);
  const { url } = await createGateLink(house, wanted, start);
  expect(url).toMatch(/^http:\/\/localhost:3000\/g\/[\w-]{43}$/);
  expect(await findGateLink(house, tokenIn(url), days(6.9))).toMatchObject({ run: 'run-1', gate: 'gate-1' });
  expect(await findGateLink(house, tokenIn(url), days(7))).toBeNull();
  const short = await createGateLink(house, { ...wanted, expires: '12h' }, start);
  expect(await findGateLink(house, tokenIn(short.url), days(0.5))).toBeNull();
});

test.each(['31d', '0s', '-1d', 'soon', '7', ''])('a link cannot be asked for with expires "%s"', async (expires) => {
  await storeGate(scratch.store);
  await expect(createGateLink(house, { ...wanted, expires }, start)).rejects.toMatchObject({ code: 'bad_request' });
  await expect(createGateLink(house, { ...wanted, expires: '30d' }, start)).resolves.toBeDefined();
});

test.each(['server', 'tool', 'budget'] as const)('a %s gate is never given to a link', async (purpose) => {
  await storeGate(scratch.store, { purpose });
  await expect(createGateLink(house, wanted)).rejects.toMatchObject({ code: 'forbidden' });
});

test('only an open gate that exists gets a link', async () => {
  const answer = { option: 'yes', values: {}, comment: null, by: 'owner', via: 'dashboard', at: start.toISOString() };
  await storeGate(scratch.store, { status: 'answered', answer });
  await expect(createGateLink(house, wanted)).rejects.toMatchObject({
    code: 'gate_already_answered',
    details: { answer },
  });
  await changeGate(scratch.store, { ...scratchGate, status: 'closed' });
  await expect(createGateLink(house, wanted)).rejects.toMatchObject({ code: 'conflict' });
  await expect(createGateLink(house, { ...wanted, gateId: 'other' })).rejects.toMatchObject({ code: 'not_found' });
});

test('a revoked link stops at once and stays in the list, with who revoked it', async () => {
  await storeGate(scratch.store);
  const { id, url } = await createGateLink(house, { ...wanted, name: ' Ada ' }, start);
  const place = { runId: 'run-1', gateId: 'gate-1', actor: somebody('ben') };
  await revokeGateLink(house, { ...place, linkId: id }, start);
  expect(await findGateLink(house, tokenIn(url), start)).toBeNull();
  expect((await listGateLinks(house, { runId: 'run-1', gateId: 'gate-1' })).links).toMatchObject([
    { id, name: 'Ada', revoked_at: start.toISOString(), revoked_by: 'ben' },
  ]);
  await expect(revokeGateLink(house, { ...place, linkId: 'unknown' })).rejects.toMatchObject({ code: 'not_found' });
});

test.each(['ann', 'Ann@example.org'])(
  'a link for %s ends with their account, and works again when that is opened',
  async (to) => {
    await storeGate(scratch.store);
    const before = await createGateLink(house, { ...wanted, to: 'ann@example.org' }, start);
    await addPeople(house, somebody('ann', { email: 'ann@example.org' }));
    const after = await createGateLink(house, { ...wanted, to }, start);
    const anyone = await createGateLink(house, wanted, start);
    const live = async () =>
      Promise.all(
        [before, after, anyone].map(async ({ url }) => (await findGateLink(house, tokenIn(url), start)) !== null),
      );
    expect(await live()).toEqual([true, true, true]);
    await house.store.changePerson('ann', { closedAt: start.toISOString() });
    expect(await live()).toEqual([false, false, true]);
    await house.store.changePerson('ann', { closedAt: null });
    expect(await live()).toEqual([true, true, true]);
  },
);

test('a link to a loopback address says so, one to a public address does not', async () => {
  await storeGate(scratch.store);
  for (const base of ['http://localhost:3000', 'http://127.0.0.1:80', 'http://[::1]:3000']) {
    expect((await createGateLink(house, { ...wanted, base })).loopback).toBe(true);
  }
  expect((await createGateLink(house, { ...wanted, base: 'https://gatehouse.example.org' })).loopback).toBe(false);
});

test('the token is in the address that was handed out and nowhere else', async () => {
  await storeGate(scratch.store);
  const { url } = await createGateLink(house, wanted);
  const token = tokenIn(url);
  expect(JSON.stringify(await listGateLinks(house, { runId: 'run-1', gateId: 'gate-1' }))).not.toContain(token);
  for (const file of [scratch.file, `${scratch.file}-wal`])
    expect(readFileSync(file, 'latin1').includes(token)).toBe(false);
});

test('null, empty, arrays, objects, prefixes, long and foreign texts are no tokens', async () => {
  await storeGate(scratch.store);
  const token = tokenIn((await createGateLink(house, wanted)).url);
  const wrong = [
    null,
    undefined,
    '',
    [],
    [token],
    { token },
    token.slice(0, -1),
    `${token}a`,
    `${token}\n`,
    'é'.repeat(43),
    'a'.repeat(1e6),
  ];
  for (const given of wrong) expect(await findGateLink(house, given)).toBeNull();
  expect(await findGateLink(house, token)).not.toBeNull();
});
