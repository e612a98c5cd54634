// Checkpoints are rows of their own, so that a snapshot need not carry them. A name set again replaces the older one.
import type { Database } from 'better-sqlite3';
import type { CheckpointRecord } from '../contract/checkpoints.ts';

export function checkpointStatements(db: Database) {
  const upsert = db.prepare(
    'INSERT OR REPLACE INTO "Checkpoint" (runId, name, seq, label, state, version) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return {
    save({ run, name, seq, label, version, state }: CheckpointRecord) {
      upsert.run(run, name, seq, label, JSON.stringify(state), version);
    },
  };
}
