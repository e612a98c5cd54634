// What is known of each artifact. The bytes are files; a row is written with the event that announces them.
import type { Database } from 'better-sqlite3';
import type { ArtifactRecord, Store } from '../contract/store.ts';
import type { Artifact, PrismaClient } from '../generated/client.ts';

export function artifactStatements(db: Database) {
  const insert = db.prepare(
    `INSERT INTO "Artifact" (runId, id, node, visit, attempt, name, type, size, sha256, seq, file)
     VALUES (:run, :id, :node, :visit, :attempt, :name, :type, :size, :sha256, :seq, :file)`,
  );
  return { save: (artifact: ArtifactRecord) => insert.run(artifact) };
}

export function artifactQueries(prisma: PrismaClient): Pick<Store, 'readArtifact' | 'listArtifacts'> {
  return {
    async readArtifact(runId, id) {
      const row = await prisma.artifact.findUnique({ where: { runId_id: { runId, id } } });
      return row && toArtifactRecord(row);
    },

    /** In the order in which they were announced. */
    async listArtifacts(runId) {
      const rows = await prisma.artifact.findMany({ where: { runId }, orderBy: [{ seq: 'asc' }, { id: 'asc' }] });
      return rows.map(toArtifactRecord);
    },
  };
}

function toArtifactRecord({ runId, size, ...row }: Artifact): ArtifactRecord {
  return { run: runId, size: Number(size), ...row };
}
