// What lies in the place of the database, and who else works on it, decided before anything is changed.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../prisma/migrate.mjs';
import { makePlace, refusedStart, startConsole, type TrialConsole } from './console.ts';

let { place, data, remove } = makePlace();
let running: TrialConsole | null = null;
let file = '';
let env: Record<string, string> = {};
beforeEach(() => {
  ({ place, data, remove } = makePlace());
  file = join(data, 'gatehouse.db');
  env = { GATEHOUSE_DATA: data, GATEHOUSE_WORKFLOWS: join(place, 'workflows') };
});
afterEach(async () => {
  await running?.kill();
  running = null;
  remove();
});

const asks = `gatehouse: 1
name: Asks
nodes:
  work: { type: cli, script: 'echo kept > kept.txt' }
  question: { type: gate, kind: approval, message: Go on? }
`;

/** A console that has worked and was killed: a database with a journal beside it, and the files of a run. */
async function killedConsole(given = env) {
  running = await startConsole(given);
  const { body } = await running.api<{ id: string }>('POST', '/api/runs', { source: asks });
  for (let status = ''; status !== 'waiting'; ) {
    ({ status } = (await running.api<{ status: string }>('GET', `/api/runs/${body.id}`)).body);
  }
  await running.kill();
  running = null;
  return body.id;
}

describe('D10', () => {
  const told = (found: string, advice: string) => `The database ${file} (from GATEHOUSE_DATA) ${found}; ${advice}`;

  test('a killed console starts again on its database and journal', async () => {
    const id = await killedConsole();
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    running = await startConsole(env);
    expect(await running.api('GET', `/api/runs/${id}`)).toMatchObject({ status: 200, body: { status: 'waiting' } });
  });

  test('a missing database beside its journal and the files of runs is not replaced by an empty one', async () => {
    await killedConsole();
    rmSync(file);
    const left = `${file}-wal and ${data}/runs`;
    expect(await refusedStart(env)).toBe(
      told(`is missing, but ${left} are there`, `restore it from a backup, or move ${left} away to begin anew.`),
    );
    expect(existsSync(file)).toBe(false);
    rmSync(`${file}-wal`);
    expect(await refusedStart(env)).toContain(`is missing, but ${data}/runs are there`);
    expect(existsSync(file)).toBe(false);
  });

  test('an empty database is named, with and without anything beside it', async () => {
    await killedConsole();
    truncateSync(file);
    expect(await refusedStart(env)).toContain(
      told('is empty', `restore it from a backup, or move ${file} and ${file}-wal and ${data}/runs away`),
    );
    expect(statSync(file).size).toBe(0);
    rmSync(data, { recursive: true });
    mkdirSync(data);
    writeFileSync(file, '');
    expect(await refusedStart(env)).toContain(`or move ${file} away to begin anew.`);
  });

  test('the journal of another database is not written into this one', async () => {
    const other = join(place, 'other');
    await killedConsole({ ...env, GATEHOUSE_DATA: other });
    mkdirSync(data);
    migrate(file);
    const before = readFileSync(file);
    writeFileSync(`${file}-wal`, readFileSync(join(other, 'gatehouse.db-wal')));
    expect(await refusedStart(env)).toContain(`lies beside ${file}-wal, which is the journal of another database`);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  });

  test('a damaged page in the middle ends the start, and its journal stays as it is', async () => {
    const id = await killedConsole();
    new Database(file).pragma('wal_checkpoint(TRUNCATE)');
    const bytes = readFileSync(file);
    const [pageSize, root] = rootOf('Event');
    bytes.fill(0xa5, (root - 1) * pageSize, root * pageSize);
    writeFileSync(file, bytes);
    expect(id).toBeTruthy();
    expect(await refusedStart(env)).toMatch(
      /^The database \S+ \(from GATEHOUSE_DATA\) is damaged \(.+\); restore it from a backup, or move it away/,
    );
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test('the database of another program is left alone', async () => {
    mkdirSync(data);
    const db = new Database(file);
    db.exec('CREATE TABLE books (title TEXT)');
    db.close();
    expect(await refusedStart(env)).toContain('is that of another program');
    const marked = new Database(file);
    marked.pragma('application_id = 77');
    marked.close();
    expect(await refusedStart(env)).toContain('is that of another program');
  });

  function rootOf(table: string): [number, number] {
    const db = new Database(file, { readonly: true });
    const root = db.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(table) as number;
    const pageSize = db.pragma('page_size', { simple: true }) as number;
    db.close();
    return [pageSize, root];
  }
});

describe('D9', () => {
  const second = () => ({
    ...env,
    GATEHOUSE_DATA: join(place, 'second'),
    DATABASE_URL: `file:${file}`,
  });

  test('the database of a living console is refused to another data directory, naming who has it', async () => {
    running = await startConsole(env);
    const holder = `process ${running.pid} on ${hostname()}, with the data directory ${data}`;
    const refusal = (name: string) =>
      `Another console works on the database ${name} (${holder}). Stop that one first, or set DATABASE_URL to another file.`;
    expect(await refusedStart(second())).toBe(refusal(file));
    const link = join(place, 'link.db');
    symlinkSync(file, link);
    expect(await refusedStart({ ...second(), DATABASE_URL: `file:${link}` })).toBe(refusal(link));
  });

  test('a killed console leaves no lock, and a program that looks at the database needs none', async () => {
    running = await startConsole(env);
    const db = new Database(file);
    expect(db.prepare('SELECT count(*) FROM "Run"').pluck().get()).toBe(0);
    db.prepare('INSERT INTO "Setting" VALUES (?, ?)').run('mine', 'kept');
    db.close();
    await running.kill();
    running = await startConsole(second());
    expect((await running.api('GET', '/api/ready')).status).toBe(200);
  });
});
