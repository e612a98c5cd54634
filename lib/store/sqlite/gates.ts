// Gates as rows, for the inbox and the links. Written with the events that open and answer them, never alone.
import type { Database } from 'better-sqlite3';
import type { GateRecord } from '../contract/gates.ts';
import { type GateRow, toGateRecord } from '../prisma/gates.ts';

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
