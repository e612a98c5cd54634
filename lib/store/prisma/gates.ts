// The gates of a run, and a row as the record it is.
import type { GateRecord, GateStore } from '../contract/gates.ts';
import type { PrismaClient } from '../generated/client.ts';

export type GateRow = { runId: string; status: string; gate: string; answer: string | null };

export function gateQueries(prisma: PrismaClient): Pick<GateStore, 'listGates'> {
  return {
    async listGates({ run, status, limit }) {
      const rows = await prisma.gate.findMany({
        where: { runId: run, status },
        orderBy: [{ openedAt: 'desc' }, { id: 'desc' }, { runId: 'desc' }],
        take: limit,
      });
      return rows.map(toGateRecord);
    },
  };
}

export function toGateRecord({ runId, status, gate, answer }: GateRow): GateRecord {
  return {
    ...JSON.parse(gate),
    run: runId,
    status: status as GateRecord['status'],
    answer: answer === null ? null : JSON.parse(answer),
  };
}
