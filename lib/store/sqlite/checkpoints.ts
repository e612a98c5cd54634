// Checkpoints are rows of their own, so that a snapshot need not carry them. A name set again replaces the older one.
import type { Database } from 'better-sqlite3';
import type { CheckpointRecord, Store } from '../contract/store.ts';
import type { Checkpoint, PrismaClient } from '../generated/client.ts';

export function checkpointStatements(db: Database) {
  const upsert = db.prepare(
    'INSERT OR REPLACE INTO "Checkpoint" (runId, name, seq, label, state) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    save({ run, name, seq, label, state }: CheckpointRecord) {
      upsert.run(run, name, seq, label, JSON.stringify(state));
    },
  };
}

export function checkpointQueries(prisma: PrismaClient): Pick<Store, 'readCheckpoint' | 'listCheckpoints'> {
  return {
    async readCheckpoint(runId, name) {
      const row = await prisma.checkpoint.findUnique({ where: { runId_name: { runId, name } } });
      return row && toCheckpointRecord(row);
    },

    async listCheckpoints(runId) {
      const rows = await prisma.checkpoint.findMany({ where: { runId }, orderBy: [{ seq: 'asc' }, { name: 'asc' }] });
      return rows.map(toCheckpointRecord);
    },
  };
}

function toCheckpointRecord({ runId, state, ...row }: Checkpoint): CheckpointRecord {
  return { run: runId, ...row, state: JSON.parse(state) };
}
