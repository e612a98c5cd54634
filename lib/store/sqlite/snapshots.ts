// Folded states, so that loading a run never costs its whole history. Kept: the newest of each run, and the first one
// of every 2,000 events, so that the state at an old event is folded from a near one and the number stays bounded.
// One of another version than ours is as good as none: it is never read, and the next one does not count on it.
import type { Database } from 'better-sqlite3';
import { type RunState, stateVersion } from '../../engine/state.ts';

const keepOneIn = 2000;
const isOurs = `coalesce(version, 1) = ${stateVersion}`;

export function snapshotStatements(db: Database) {
  const newestBefore = db
    .prepare<[string, number], number>('SELECT max(seq) FROM "Snapshot" WHERE runId = ? AND seq < ?')
    .pluck();
  const insert = db.prepare(
    `INSERT OR REPLACE INTO "Snapshot" (runId, seq, state, version) VALUES (?, ?, ?, ${stateVersion})`,
  );
  const remove = db.prepare(
    `DELETE FROM "Snapshot" WHERE runId = :run AND seq = :seq AND (NOT ${isOurs} OR EXISTS
       (SELECT 1 FROM "Snapshot" WHERE runId = :run AND seq >= :seq - :seq % ${keepOneIn} AND seq < :seq AND ${isOurs}))`,
  );
  const select = db
    .prepare<[string, number], string>(
      `SELECT state FROM "Snapshot" WHERE runId = ? AND seq <= ? AND ${isOurs} ORDER BY seq DESC LIMIT 1`,
    )
    .pluck();

  return {
    save(runId: string, state: RunState) {
      const previous = newestBefore.get(runId, state.seq) ?? null;
      insert.run(runId, state.seq, JSON.stringify(state));
      if (previous !== null) remove.run({ run: runId, seq: previous });
    },

    read(runId: string, atOrBefore = Number.MAX_SAFE_INTEGER): RunState | null {
      const state = select.get(runId, atOrBefore);
      return state === undefined ? null : JSON.parse(state);
    },
  };
}
