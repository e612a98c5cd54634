import type { CheckpointStore } from '../contract/checkpoints.ts';
import type { PrismaClient } from '../generated/client.ts';

export function checkpointQueries(prisma: PrismaClient): CheckpointStore {
  return {
    async readCheckpoint(run, name) {
      const row = await prisma.checkpoint.findUnique({ where: { runId_name: { runId: run, name } } });
      return row && { run, name, seq: row.seq, label: row.label, state: JSON.parse(row.state) };
    },
  };
}
