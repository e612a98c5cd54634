// Looks through a database's pages, as a process of its own: SQLite cannot be interrupted, a process can. Opened for reading
// only, so that a journal that does not belong here is not written into the database. Prints what it found as JSON.
import Database from 'better-sqlite3';

/** @param {string} file */
function look(file) {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
    const isForeign = tables.length > 0 && !tables.includes('_prisma_migrations');
    if (isForeign) return { found: 'is that of another program' };
    const damage = String(db.prepare('PRAGMA quick_check(1)').pluck().get());
    return { found: damage === 'ok' ? null : `is damaged (${damage.replaceAll('\n', ' ').slice(0, 300)})` };
  } catch (/** @type {any} */ error) {
    return { code: error.code, message: error.message };
  } finally {
    db.close();
  }
}

console.log(JSON.stringify(look(process.argv[2] ?? '')));
