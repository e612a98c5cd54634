// Gates as rows, for the inbox and the links. Written with the events that open and answer them, never alone.
import type { Database } from 'better-sqlite3';
import { overdueAt } from '../../engine/overdue-at.ts';
import { anybody, type GateRecord, type NamedGate } from '../contract/gates.ts';
import { type GateRow, toGateRecord } from '../prisma/gates.ts';
import { searchedText } from '../searched-text.ts';

/** Whoever looks after it, or else all whom it asks; addresses in lower case, as they are those of people. */
function askedOf({ assignees, escalated_to = [], claimed }: GateRecord): string[] {
  if (claimed) return [claimed.person];
  const names = [...(assignees.length > 0 ? assignees : [anybody]), ...escalated_to];
  return names.map((name) => (name.includes('@') ? name.toLowerCase() : name));
}

function searchOf(record: NamedGate): string {
  const { message, node, node_name = '', assignees, escalated_to = [], claimed, options, answer } = record;
  const chosen = options.find(({ id }) => id === answer?.option)?.label;
  const said = answer ? [answer.by, chosen ?? answer.option, answer.comment ?? ''] : [];
  const all = [node, node_name, ...said, claimed?.name ?? '', ...assignees, ...escalated_to, message];
  return searchedText(all);
}

/** What is written of a gate, ready to be bound. */
export function gateValues(record: NamedGate) {
  const { run, status, answer, node_name: _, ...gate } = record;
  const given = answer === null ? null : JSON.stringify(answer);
  const times = [overdueAt(gate), answer?.at ?? null];
  const asked = status === 'open' ? askedOf(record) : [];
  return {
    row: [run, gate.id, status, gate.opened_at, JSON.stringify(gate), given, ...times, searchOf(record)],
    key: [run, gate.id],
    asked: asked.map((one) => [one, gate.opened_at, gate.id, run]),
  };
}

export function gateStatements(db: Database) {
  const upsert = db.prepare(
    `INSERT INTO "Gate" (runId, id, status, openedAt, gate, answer, overdueAt, answeredAt, search)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (runId, id) DO UPDATE SET status = excluded.status, gate = excluded.gate, answer = excluded.answer,
       answeredAt = excluded.answeredAt, search = excluded.search`,
  );
  const ask = db.prepare(
    'INSERT OR IGNORE INTO "GateAssignee" (assignee, openedAt, gateId, runId) VALUES (?, ?, ?, ?)',
  );
  const askNobody = db.prepare('DELETE FROM "GateAssignee" WHERE runId = ? AND gateId = ?');
  const write = ({ row, key, asked }: ReturnType<typeof gateValues>) => {
    upsert.run(row);
    askNobody.run(key);
    for (const one of asked) ask.run(one);
  };
  const select = db.prepare<[string, string], GateRow>(
    'SELECT runId, status, gate, answer FROM "Gate" WHERE runId = ? AND id = ?',
  );

  return {
    write,
    save: (gate: NamedGate) => write(gateValues(gate)),

    read(runId: string, gateId: string): GateRecord | null {
      const row = select.get(runId, gateId);
      return row ? toGateRecord(row) : null;
    },
  };
}
