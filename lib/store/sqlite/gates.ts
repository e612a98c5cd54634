// Gates as rows, for the inbox and the links. Written with the events that open and answer them, never alone.
import type { Database } from 'better-sqlite3';
import { overdueAt } from '../../engine/overdue-at.ts';
import { anybody, type GateRecord } from '../contract/gates.ts';
import { type GateRow, toGateRecord } from '../prisma/gates.ts';

/** Whoever looks after it, or else all whom it asks. */
function askedOf({ assignees, escalated_to = [], claimed }: GateRecord): string[] {
  if (claimed) return [claimed.person];
  return [...(assignees.length > 0 ? assignees : [anybody]), ...escalated_to];
}

export function gateStatements(db: Database) {
  const upsert = db.prepare(
    `INSERT INTO "Gate" (runId, id, status, openedAt, gate, answer, overdueAt) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (runId, id) DO UPDATE SET status = excluded.status, gate = excluded.gate, answer = excluded.answer`,
  );
  const ask = db.prepare(
    'INSERT OR IGNORE INTO "GateAssignee" (assignee, openedAt, gateId, runId) VALUES (?, ?, ?, ?)',
  );
  const askNobody = db.prepare('DELETE FROM "GateAssignee" WHERE runId = ? AND gateId = ?');
  const select = db.prepare<[string, string], GateRow>(
    'SELECT runId, status, gate, answer FROM "Gate" WHERE runId = ? AND id = ?',
  );

  return {
    save({ run, status, answer, ...gate }: GateRecord) {
      const given = answer === null ? null : JSON.stringify(answer);
      upsert.run(run, gate.id, status, gate.opened_at, JSON.stringify(gate), given, overdueAt(gate));
      askNobody.run(run, gate.id);
      if (status !== 'open') return;
      for (const one of askedOf({ run, status, answer, ...gate })) ask.run(one, gate.opened_at, gate.id, run);
    },

    read(runId: string, gateId: string): GateRecord | null {
      const row = select.get(runId, gateId);
      return row ? toGateRecord(row) : null;
    },
  };
}
