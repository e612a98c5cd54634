// Gates as rows, for the inbox and the links. Written with the events that open and answer them, never alone.
import type { Database } from 'better-sqlite3';
import type { GateRecord, Store } from '../contract/store.ts';
import type { PrismaClient } from '../generated/client.ts';

type GateRow = { runId: string; status: string; gate: string; answer: string | null };

export function gateStatements(db: Database) {
  const upsert = db.prepare(
    `INSERT INTO "Gate" (runId, id, status, openedAt, gate, answer) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (runId, id) DO UPDATE SET status = excluded.status, gate = excluded.gate, answer = excluded.answer`,
  );
  const select = db.prepare<[string, string], GateRow>(
    'SELECT runId, status, gate, answer FROM "Gate" WHERE runId = ? AND id = ?',
  );

  return {
    save({ run, status, answer, ...gate }: GateRecord) {
      const given = answer === null ? null : JSON.stringify(answer);
      upsert.run(run, gate.id, status, gate.opened_at, JSON.stringify(gate), given);
    },

    read(runId: string, gateId: string): GateRecord | null {
      const row = select.get(runId, gateId);
      return row ? toGateRecord(row) : null;
    },
  };
}

export function gateQueries(prisma: PrismaClient): Pick<Store, 'listGates' | 'countOpenGates'> {
  return {
    /** Newest first. */
    async listGates({ run, status, limit }) {
      const rows = await prisma.gate.findMany({
        where: { runId: run, status },
        orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
        take: limit,
      });
      return rows.map(toGateRecord);
    },

    countOpenGates: () => prisma.gate.count({ where: { status: 'open' } }),
  };
}

function toGateRecord({ runId, status, gate, answer }: GateRow): GateRecord {
  return {
    ...JSON.parse(gate),
    run: runId,
    status: status as GateRecord['status'],
    answer: answer === null ? null : JSON.parse(answer),
  };
}
