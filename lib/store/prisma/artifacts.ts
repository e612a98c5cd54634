import type { ArtifactRecord, ArtifactStore } from '../contract/artifacts.ts';
import { pageOf, readCursor, writeCursor } from '../cursor.ts';
import type { Artifact, Prisma, PrismaClient } from '../generated/client.ts';

function after(cursor: string | undefined): Prisma.ArtifactWhereInput {
  if (cursor === undefined) return {};
  const [given, id] = readCursor<[string, string]>(cursor, 2);
  const seq = Number(given);
  return { OR: [{ seq: { gt: seq } }, { seq, id: { gt: id } }] };
}

export function artifactQueries(prisma: PrismaClient): ArtifactStore {
  return {
    async readArtifact(runId, id) {
      const row = await prisma.artifact.findUnique({ where: { runId_id: { runId, id } } });
      return row && toArtifactRecord(row);
    },

    async readArtifacts(runId, ids) {
      if (ids.length === 0) return [];
      const where = { runId, id: { in: [...ids] } };
      const rows = await prisma.artifact.findMany({ where, orderBy: [{ seq: 'asc' }, { id: 'asc' }] });
      return rows.map(toArtifactRecord);
    },

    countArtifacts: (runId, upTo) => prisma.artifact.count({ where: { runId, seq: { lte: upTo } } }),

    async listArtifacts(runId) {
      const rows = await prisma.artifact.findMany({ where: { runId }, orderBy: [{ seq: 'asc' }, { id: 'asc' }] });
      return rows.map(toArtifactRecord);
    },

    async pageOfArtifacts(runId, { limit, cursor }) {
      const rows = await prisma.artifact.findMany({
        where: { AND: [{ runId }, after(cursor)] },
        orderBy: [{ seq: 'asc' }, { id: 'asc' }],
        take: limit + 1,
      });
      const cursorOf = ({ seq, id }: Artifact) => writeCursor([String(seq), id]);
      const { items, next } = pageOf(rows, limit, cursorOf);
      return { artifacts: items.map(toArtifactRecord), next };
    },
  };
}

function toArtifactRecord({ runId, size, ...row }: Artifact): ArtifactRecord {
  return { run: runId, size: Number(size), ...row };
}
