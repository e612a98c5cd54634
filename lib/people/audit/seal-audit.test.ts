import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkChainLines } from '../../receipts/audit-chain.ts';
import { startRun } from '../../runs/start-run.ts';
import { somebody } from '../../testing/actors.ts';
import { house, wrapStore } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { auditEntry } from './audit-entry.ts';
import { auditLines, checkAudit } from './read-chain.ts';
import { endFile, sealAudit } from './seal-audit.ts';

let engine: ScratchEngine;
const ada = somebody('ada');

beforeEach(async () => {
  engine = await startScratchEngine();
});
afterEach(() => engine.stop());

/** As somebody would who holds the file of the database. */
function tamper(statement: string): void {
  const db = new Database(join(engine.dataDirectory, 'gatehouse.db'));
  db.exec(statement);
  db.close();
}

async function act(...acts: string[]): Promise<void> {
  for (const one of acts) await house.store.recordAudit(auditEntry(ada, `test.${one}`, 'thing'));
  await sealAudit(house);
}

const numberOf = async (what: string) =>
  (await house.store.readChain({ act: `test.${what}`, after: 0, limit: 1 }))[0]?.number ?? 0;
const acts = async () =>
  (await house.store.readChain({ after: 0, limit: 1000 })).map(({ text }) => JSON.parse(text).act as string);

test('a start does not wait for the seal, and is sealed afterwards', async () => {
  await sealAudit(house);
  let seals = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  wrapStore((store) => ({
    ...store,
    sealAudit: async (...given) => {
      seals += 1;
      await held;
      return store.sealAudit(...given);
    },
  }));
  const source = 'gatehouse: 1\nname: One\nnodes: { done: { type: end } }\n';
  const { id } = await startRun(house, { source, actor: ada });
  const sealed = sealAudit(house);
  const second = await startRun(house, { source, actor: ada });
  release();
  await sealed;
  await sealAudit(house);
  expect(seals).toBeGreaterThan(0);
  const { entries } = await house.store.pageOfAudit({ act: 'run.started', limit: 10 });
  expect(entries.map(({ subject, number }) => [subject, number !== null])).toEqual([
    [second.id, true],
    [id, true],
  ]);
  expect((await checkAudit(house)).problems).toEqual([]);
});

test('what was done between the last seal and a crash is sealed at the next start', async () => {
  await act('before');
  wrapStore((store) => ({ ...store, sealAudit: () => Promise.reject(new Error('the process is gone')) }));
  await house.store.recordAudit(auditEntry(ada, 'test.unsealed', 'thing'));
  await expect(sealAudit(house)).rejects.toThrow('gone');
  expect(await numberOf('unsealed')).toBe(0);
  await engine.restart();
  await sealAudit(house);
  expect(await numberOf('unsealed')).toBe((await numberOf('before')) + 1);
  expect((await checkAudit(house)).problems).toEqual([]);
});

test('a crash between the seal and the file beside it is not taken for a change', async () => {
  await act('one');
  const before = readFileSync(endFile(engine.dataDirectory));
  await act('two');
  await engine.restart();
  writeFileSync(endFile(engine.dataDirectory), before);
  await engine.restart();
  expect((await checkAudit(house)).problems).toEqual([]);
  expect(await acts()).not.toContain('audit.broken');
});

test('hundreds of acts at once are one chain without a gap', async () => {
  await Promise.all(
    Array.from({ length: 450 }, (_, at) => house.store.recordAudit(auditEntry(ada, 'test.many', `${at}`))),
  );
  await Promise.all([sealAudit(house), sealAudit(house)]);
  const { problems, entries } = await checkAudit(house);
  expect([problems, entries >= 450]).toEqual([[], true]);
});

test.each([
  ['a changed entry', `UPDATE "AuditEntry" SET entry = replace(entry, 'ada', 'eve') WHERE act = 'test.two'`],
  ['an entry that is filed under another name', `UPDATE "AuditEntry" SET who = 'eve' WHERE act = 'test.two'`],
])('%s is found and named by the console', async (_, statement) => {
  await act('one', 'two', 'three');
  const number = await numberOf('two');
  tamper(statement);
  expect((await checkAudit(house)).problems).toEqual([`entry ${number} was changed`]);
});

test('a removed entry is found and named by the console', async () => {
  await act('one', 'two', 'three');
  const number = await numberOf('two');
  tamper(`DELETE FROM "AuditEntry" WHERE act = 'test.two'`);
  expect((await checkAudit(house)).problems).toContain(`entries are missing: ${number}`);
});

test('entries that changed places are found by the console', async () => {
  await act('one', 'two', 'three');
  const [two, three] = [await numberOf('two'), await numberOf('three')];
  tamper(`UPDATE "AuditEntry" SET number = -1 WHERE number = ${two}`);
  tamper(`UPDATE "AuditEntry" SET number = ${two} WHERE number = ${three}`);
  tamper(`UPDATE "AuditEntry" SET number = ${three} WHERE number = -1`);
  const { problems } = await checkAudit(house);
  expect(problems).toEqual(expect.arrayContaining([`entry ${two} was changed`, `entry ${three} was changed`]));
});

test.each([
  ['while the console runs', false],
  ['while it is stopped, together with the end in the database', true],
])('an end that is cut off %s is found, and stays told in the log itself', async (_, isStopped) => {
  await act('one', 'two');
  const older = await house.store.readAuditEnd();
  await act('three');
  const [two, three] = [await numberOf('two'), await numberOf('three')];
  const cut = `DELETE FROM "AuditEntry" WHERE number >= ${three}; UPDATE "Setting" SET value = '${older}' WHERE key = 'audit_end'`;
  if (isStopped) {
    // The stop seals, so that what it found would be in the way of what is shown here.
    const end = readFileSync(endFile(engine.dataDirectory));
    tamper(cut);
    house.sealing.end = null;
    writeFileSync(endFile(engine.dataDirectory), end);
  } else tamper(cut);
  await sealAudit(house);
  const [broken] = (await house.store.pageOfAudit({ act: 'audit.broken', limit: 10 })).entries;
  expect(broken).toMatchObject({ details: { sealed: three, found: two }, number: three });
  await act('four');
  expect((await acts()).filter((one) => one === 'audit.broken')).toHaveLength(1);
});

test('the chain is given out as lines that anybody can check, whole or from a number on', async () => {
  await act('one', 'two', 'three');
  expect(statSync(endFile(engine.dataDirectory)).mode & 0o777).toBe(0o600);
  const whole = await checkChainLines(auditLines(house), null);
  expect(whole).toMatchObject({ problems: [], first: 1, sealed: { key: house.signer.id } });
  const piece = await checkChainLines(auditLines(house, whole.last - 2), null);
  expect(piece).toMatchObject({ problems: [], first: whole.last - 1, last: whole.last });
  tamper(`DELETE FROM "AuditEntry" WHERE number = ${whole.last}`);
  const cut = [];
  for await (const line of auditLines(house)) cut.push(line);
  expect(cut.join('\n')).toContain('audit.broken');
});
