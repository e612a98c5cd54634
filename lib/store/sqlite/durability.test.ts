// Acknowledged means saved, whatever another process does to the database or somebody to ours.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createRuns, step, warnings } from '../../testing/store/samples.ts';
import { temporaryDatabase } from '../../testing/temporary-database.ts';
import { openDatabase } from './open-database.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

function database() {
  const { file, remove } = temporaryDatabase();
  onTestFinished(remove);
  return file;
}

/** A real second process running a module, with the database's file as its argument. */
function startProcess(source: string, file: string): ChildProcess & { lines: AsyncIterableIterator<string> } {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source, file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return Object.assign(child, { lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() });
}

test('a second process that holds the write lock for a while delays commits and loses none', async () => {
  const file = database();
  const store = await openDatabase(file);
  onTestFinished(() => store.close());
  const ids = Array.from({ length: 20 }, (_, index) => `r${index}`);
  await createRuns(store, ids);
  const holder = startProcess(
    `import Database from 'better-sqlite3';
     const db = new Database(process.argv[1]);
     db.exec('BEGIN IMMEDIATE');
     db.prepare('INSERT INTO "Setting" VALUES (?, ?)').run('held', 'yes');
     console.log('holding');
     setTimeout(() => db.exec('COMMIT'), 300);`,
    file,
  );
  expect((await holder.lines.next()).value).toBe('holding');
  const first = store.commit(step('r0', 1)).then(() => store.readSetting('held'));
  const others = ids.slice(1).map((id) => store.commit(step(id, 1)));
  const setting = store.saveSetting('mine', 'kept');
  expect(await first).toBe('yes');
  expect(await Promise.all(others)).toEqual(others.map(() => ({ ok: true })));
  await setting;
  for (const id of ids) expect(await store.readEvents(id, { limit: 10 })).toEqual(warnings(0, 2));
  expect(await store.readSetting('mine')).toBe('kept');
});

test('acknowledged commits survive SIGKILL, whole and without a gap', async () => {
  const file = database();
  const writer = startProcess(
    `import { writeSync } from 'node:fs';
     import { openDatabase } from './lib/store/sqlite/open-database.ts';
     import { createRuns, warnings } from './lib/testing/store/samples.ts';
     const store = await openDatabase(process.argv[1]);
     const ids = ['r0', 'r1', 'r2', 'r3'];
     await createRuns(store, ids);
     await Promise.all(ids.map(async (runId) => {
       for (let seq = 1; ; seq += 3) {
         await store.commit({ runId, expectedSeq: seq, events: warnings(seq, 3), row: { done: seq + 3 } });
         writeSync(1, runId + ' ' + (seq + 3) + '\\n');
       }
     }));`,
    file,
  );
  const acknowledged = new Map<string, number>();
  let lines = 0;
  for await (const line of writer.lines) {
    const [id = '', seq] = line.split(' ');
    acknowledged.set(id, Number(seq));
    lines += 1;
    // Lines that were on their way when it died were acknowledged too: read to the end.
    if (lines === 200) writer.kill('SIGKILL');
  }
  if (writer.signalCode === null) await once(writer, 'exit');
  expect(writer.signalCode).toBe('SIGKILL');
  expect(acknowledged.size).toBe(4);

  const store = await openDatabase(file);
  onTestFinished(() => store.close());
  for (const [id, seq] of acknowledged) {
    const run = await store.readRun(id);
    expect(run?.seq).toBeGreaterThanOrEqual(seq);
    expect(run?.done).toBe(run?.seq);
    const events = await store.readEvents(id, { limit: 100_000 });
    expect(events).toEqual(warnings(0, run?.seq ?? 0));
  }
});
