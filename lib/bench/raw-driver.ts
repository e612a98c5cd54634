// What the machine can do at best: the driver alone writes rows equal to the engine's, on a database of the same shape
// with the same pragmas, every value ready before the clock starts, one transaction for each commit.
import type { Statement } from 'better-sqlite3';
import { migrate } from '../../prisma/migrate.mjs';
import { stateVersion } from '../engine/state.ts';
import { toAuditRow } from '../store/audit-row.ts';
import type { Commit } from '../store/contract/commits.ts';
import { encodeEvents } from '../store/event-batch.ts';
import { auditStatements } from '../store/sqlite/audit.ts';
import { connectDriver } from '../store/sqlite/connect.ts';
import { gateStatements, gateValues } from '../store/sqlite/gates.ts';
import { changeable } from '../store/sqlite/runs.ts';
import { commitWriter } from '../store/sqlite/write-commit.ts';

export type RawDriver = ReturnType<typeof openRawDriver>;

export function openRawDriver(file: string) {
  migrate(file);
  const db = connectDriver(file);
  const writeWhole = db.transaction(commitWriter(db));
  const begin = db.prepare('BEGIN IMMEDIATE');
  const end = db.prepare('COMMIT');
  const insertEvents = db.prepare('INSERT INTO "EventBatch" (runId, "first", at, events) VALUES (?, ?, ?, ?)');
  const insertSnapshot = db.prepare('INSERT INTO "Snapshot" (runId, seq, state, version) VALUES (?, ?, ?, ?)');
  const { write: writeGate } = gateStatements(db);
  const { write: writeEntry } = auditStatements(db);
  const updates = new Map<string, Statement>();
  const updateOf = (written: readonly string[]) => {
    const changes = ['seq', ...written].map((column) => `${column} = ?`).join(', ');
    const known = updates.get(changes) ?? db.prepare(`UPDATE "Run" SET ${changes} WHERE id = ?`);
    updates.set(changes, known);
    return known;
  };

  function valuesOf({ runId, expectedSeq, events, row, snapshot, gates = [], audit = [] }: Commit) {
    const seq = expectedSeq + events.length;
    const written = changeable.filter((column) => row?.[column] !== undefined);
    return {
      update: updateOf(written),
      run: [seq, ...written.map((column) => row?.[column]), runId],
      events: [runId, ...Object.values(encodeEvents(events))],
      gates: gates.map(gateValues),
      audit: audit.map(toAuditRow),
      snapshot: snapshot ? [runId, seq, JSON.stringify(snapshot), stateVersion] : null,
    };
  }

  return {
    /** Writes the commits one by one and says how long each took, in milliseconds. Runs are created off the clock. */
    replay(commits: Commit[]): number[] {
      for (const commit of commits) if (commit.create) writeWhole(commit);
      const all = commits.filter(({ create }) => !create).map(valuesOf);
      return all.map(({ update, run, events, gates, audit, snapshot }) => {
        const before = performance.now();
        begin.run();
        update.run(run);
        insertEvents.run(events);
        for (const gate of gates) writeGate(gate);
        if (snapshot) insertSnapshot.run(snapshot);
        for (const entry of audit) writeEntry(entry);
        end.run();
        return performance.now() - before;
      });
    },
    close: () => db.close(),
  };
}
