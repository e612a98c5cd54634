// A data directory as one file, with the states of its runs beside it. Events hold absolute paths, so the archive says
// `/srv/gatehouse` wherever the place was in which it was made, and whoever unpacks it says their own place there.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

export const anyPlace = '/srv/gatehouse';
const database = 'gatehouse.db';
const never = '9999-01-01T00:00:00.000Z';

function moveRows(db: Database.Database, from: string, to: string): void {
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_*'").pluck().all();
  for (const table of tables.filter((name) => !String(name).startsWith('sqlite_'))) {
    const columns = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table);
    for (const column of columns) {
      const sql = `UPDATE "${table}" SET "${column}" = replace("${column}", ?, ?) WHERE instr("${column}", ?)`;
      db.prepare(sql).run(from, to, from);
    }
  }
}

function moveFiles(place: string, from: string, to: string): void {
  for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const text = entry.isFile() && entry.name !== database ? readFileSync(file, 'latin1') : '';
    if (text.includes(from)) writeFileSync(file, text.replaceAll(from, to), 'latin1');
  }
}

function changeDatabase(place: string, change: (db: Database.Database) => void): void {
  const db = new Database(join(place, 'data', database));
  change(db);
  db.close();
}

export function packData(place: string, archive: string): void {
  changeDatabase(place, (db) => {
    // Whenever it is opened, its links and its session are still good.
    db.prepare('UPDATE "Link" SET expiresAt = ?').run(never);
    db.prepare('UPDATE "Session" SET expiresAt = ?, lastSeenAt = ?').run(never, never);
    moveRows(db, place, anyPlace);
    db.pragma('journal_mode = DELETE');
    db.exec('VACUUM');
  });
  moveFiles(place, place, anyPlace);
  execFileSync('tar', ['--numeric-owner', '-czf', archive, '-C', place, 'data', 'states.json']);
}

/** Without snapshots every state is folded from the events alone. */
export function unpackData(archive: string, place: string, { snapshots = true } = {}): void {
  execFileSync('tar', ['-xozf', archive, '-C', place]);
  changeDatabase(place, (db) => {
    moveRows(db, anyPlace, place);
    if (!snapshots) db.exec('DELETE FROM "Snapshot"');
  });
  moveFiles(place, anyPlace, place);
}
