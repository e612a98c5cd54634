import { afterEach, beforeEach, expect, test } from 'vitest';
import { somebody } from '../../testing/actors.ts';
import { house, wrapStore } from '../../testing/house.ts';
import { openScratchConsole, type ScratchConsole } from '../../testing/scratch-console.ts';
import { createPerson } from '../accounts/people.ts';
import { linkActor } from '../actor.ts';
import { auditEntry } from './audit-entry.ts';
import { listAudit, readAudit } from './read-audit.ts';
import { checkAudit, checkAuditWithin } from './read-chain.ts';

let scratch: ScratchConsole;
beforeEach(async () => {
  scratch = await openScratchConsole();
});
afterEach(() => scratch.close());

const actsOf = async (filter: Parameters<typeof listAudit>[1]) =>
  (await listAudit(house, filter)).entries.map(({ act }) => act);

test('the page finds what somebody did by their name, their address or their id, and a day is meant whole', async () => {
  const given = { name: 'Ada', email: 'ada@example.org', role: 'viewer' as const };
  const { id } = await createPerson(house, somebody('owner'), given);
  const ada = somebody('Ada', { id });
  await house.store.recordAudit(auditEntry(ada, 'test.done', null, {}, '2026-01-02T23:30:00.000Z'));
  for (const who of ['Ada', 'ada@example.org', id]) expect(await actsOf({ who })).toEqual(['test.done']);
  expect(await actsOf({ who: 'ADA@example.org' })).toEqual(['test.done']);
  const guest = linkActor('Guest', '7', { recipient: 'guest@example.org' });
  await house.store.recordAudit(auditEntry(guest, 'test.answered', null));
  expect(await actsOf({ who: 'Guest@example.org' })).toEqual(['test.answered']);
  expect(await actsOf({ who: 'Eve' })).toEqual([]);
  expect(await actsOf({ from: '2026-01-02', to: '2026-01-02' })).toEqual(['test.done']);
  expect(await actsOf({ from: '2026-01-03', to: '2026-01-04' })).toEqual([]);
});

test('on a disk that takes no more writes the log is read and checked as far as it is sealed', async () => {
  await house.store.recordAudit(auditEntry(somebody('ada'), 'test.before', null));
  const sealed = await checkAudit(house);
  await house.store.recordAudit(auditEntry(somebody('ada'), 'test.after', null));
  wrapStore((store) => ({ ...store, sealAudit: () => Promise.reject(new Error('the disk is full')) }));
  expect(await actsOf({ act: 'test' })).toEqual(['test.after', 'test.before']);
  expect((await readAudit(house, { act: 'test' })).entries).toMatchObject([{ act: 'test.before' }]);
  expect(await checkAudit(house)).toEqual(sealed);
});

test('pages share one check of the chain for a minute', async () => {
  const first = await checkAuditWithin(house, 30_000);
  await house.store.recordAudit(auditEntry(somebody('ada'), 'test.done', null));
  expect(await checkAuditWithin(house, 30_000)).toBe(first);
  house.sealing.check = null;
  expect((await checkAuditWithin(house, 30_000))?.entries).toBe((first?.entries ?? 0) + 1);
});
