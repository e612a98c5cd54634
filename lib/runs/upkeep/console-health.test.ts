import { copyFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GET as metrics } from '../../../app/api/metrics/route.ts';
import { GET as ready } from '../../../app/api/ready/route.ts';
import { AppError } from '../../errors.ts';
import { house, wrapStore } from '../../testing/house.ts';
import { openScratchConsole, type ScratchConsole, scratchToken } from '../../testing/scratch-console.ts';
import { readHealth } from './console-health.ts';

let scratch: ScratchConsole;
beforeEach(async () => {
  scratch = await openScratchConsole({ GATEHOUSE_MIN_FREE_MB: '0' });
});
afterEach(() => scratch.close());

const runs = () => join(scratch.dataDirectory, 'runs');
const params = { params: Promise.resolve({}) };
const bearer = { authorization: `Bearer ${scratchToken}` };
const ask = (handler: typeof ready, headers: Record<string, string> = {}) =>
  handler(new Request('http://localhost/api', { headers: { host: 'localhost', ...headers } }), params);

/** A file in the place of the folder: nothing can be written below it, whoever the user is. */
function breakFiles(): () => void {
  renameSync(runs(), `${runs()}-away`);
  writeFileSync(runs(), '');
  return () => {
    rmSync(runs());
    renameSync(`${runs()}-away`, runs());
  };
}

test('a sound console is ready, and looking leaves nothing behind', async () => {
  expect(await readHealth(house)).toMatchObject({ ok: true, troubles: [] });
  expect(await scratch.store.readSetting('looked_at')).not.toBeNull();
  expect(readdirSync(runs())).toEqual([]);
});

test('D8 GET /api/ready fails with the reason for those who are signed in, and without it for others', async () => {
  await readHealth(house, 0);
  breakFiles();
  const open = await ask(ready);
  expect([open.status, await open.json()]).toEqual([503, { ok: false }]);
  const told = await ask(ready, bearer);
  expect(told.status).toBe(503);
  expect(await told.json()).toMatchObject({
    ok: false,
    troubles: [{ kind: 'files', message: `The files of runs cannot be written: ${runs()} is not a folder.` }],
  });
});

test('however many ask, it looks once in five seconds; what is mended is found at the next look', async () => {
  let writes = 0;
  wrapStore((store) => ({
    ...store,
    saveSetting(key, value) {
      writes += 1;
      return store.saveSetting(key, value);
    },
  }));
  const now = Date.now();
  await Promise.all(Array.from({ length: 100 }, () => readHealth(house, now)));
  expect(writes).toBe(1);
  const mend = breakFiles();
  expect(await readHealth(house, now + 4_999)).toMatchObject({ ok: true });
  expect(await readHealth(house, now + 5_000)).toMatchObject({ ok: false });
  mend();
  expect(await readHealth(house, now + 10_000)).toMatchObject({ ok: true });
  expect(writes).toBe(3);
});

test('D8 a database that takes no writes and a volume with little room are trouble', async () => {
  wrapStore((store) => ({
    ...store,
    saveSetting: () => Promise.reject(new AppError('storage_full', 'The disk is full: nothing was saved.')),
  }));
  house.env.minFreeBytes = Number.MAX_SAFE_INTEGER;
  const { troubles } = await readHealth(house);
  expect(troubles).toMatchObject([
    { kind: 'database', message: 'The database cannot be written: The disk is full: nothing was saved.' },
    { kind: 'space', message: expect.stringMatching(/^Only \d+ MB are free on the volume of the data directory\./) },
  ]);
});

test.each(['gatehouse.db', 'gatehouse.db-wal'])(
  'D8 D10 %s that is moved away or replaced is trouble until it is back',
  async (name) => {
    const file = join(scratch.dataDirectory, name);
    const at = Date.now();
    expect(await readHealth(house, at)).toMatchObject({ ok: true });
    renameSync(file, `${file}-away`);
    const gone = {
      ok: false,
      troubles: [{ kind: 'database', message: expect.stringContaining('moved, removed or replaced') }],
    };
    expect(await readHealth(house, at + 10_000)).toMatchObject(gone);
    copyFileSync(`${file}-away`, file);
    expect(await readHealth(house, at + 20_000)).toMatchObject(gone);
    renameSync(`${file}-away`, file);
    expect(await readHealth(house, at + 30_000)).toMatchObject({ ok: true, troubles: [] });
  },
);

test('metrics are for those who are signed in, and name what is open and what is wrong', async () => {
  expect((await ask(metrics)).status).toBe(401);
  house.trouble.begin('space', 'Only 9 MB are free.');
  const answer = await ask(metrics, bearer);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  expect(text).toContain('# TYPE gatehouse_runs gauge\n');
  expect(text).toContain('\ngatehouse_runs{status="waiting"} 0\n');
  expect(text).toContain('\ngatehouse_open_gates 0\n');
  expect(text).toContain('\ngatehouse_trouble{kind="space"} 1\n');
  expect(text).toContain('\ngatehouse_trouble{kind="database"} 0\n');
  for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^(# |gatehouse_\w+(\{[^}]*\})? [\d.e+-]+$)/);
});
