import type { CheckpointStore } from '../contract/checkpoints.ts';
import type { PrismaClient } from '../generated/client.ts';

export function checkpointQueries(prisma: PrismaClient): CheckpointStore {
  return {
    async readCheckpoint(run, name) {
      const row = await prisma.checkpoint.findUnique({ where: { runId_name: { runId: run, name } } });
      if (!row) return null;
      return { run, name, seq: row.seq, label: row.label, version: row.version ?? 1, state: JSON.parse(row.state) };
    },
  };
}
