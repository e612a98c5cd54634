import type { ArtifactRecord, ArtifactStore } from '../contract/artifacts.ts';
import type { Artifact, PrismaClient } from '../generated/client.ts';

export function artifactQueries(prisma: PrismaClient): ArtifactStore {
  return {
    async readArtifact(runId, id) {
      const row = await prisma.artifact.findUnique({ where: { runId_id: { runId, id } } });
      return row && toArtifactRecord(row);
    },

    async listArtifacts(runId) {
      const rows = await prisma.artifact.findMany({ where: { runId }, orderBy: [{ seq: 'asc' }, { id: 'asc' }] });
      return rows.map(toArtifactRecord);
    },
  };
}

function toArtifactRecord({ runId, size, ...row }: Artifact): ArtifactRecord {
  return { run: runId, size: Number(size), ...row };
}
