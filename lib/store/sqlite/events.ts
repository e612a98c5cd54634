// The events of runs: appended by number, read by range. The primary key (run, seq) makes a second event with the
// same number impossible, whoever writes it.
import type { Database } from 'better-sqlite3';
import type { RunEvent } from '../../engine/events.ts';
import type { EventRange } from '../contract/events.ts';

type EventRow = {
  seq: number;
  at: string;
  type: string;
  node: string | null;
  visit: number | null;
  attempt: number | null;
  data: string;
};

export function eventStatements(db: Database) {
  const insert = db.prepare(
    'INSERT INTO "Event" (runId, seq, at, type, node, visit, attempt, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const select = (order: string, types = '') =>
    db.prepare<unknown[], EventRow>(
      `SELECT seq, at, type, node, visit, attempt, data FROM "Event"
       WHERE runId = ? AND seq > ? AND seq < ? ${types} ORDER BY seq ${order} LIMIT ?`,
    );
  const ofTypes = 'AND type IN (SELECT value FROM json_each(?))';
  const first = { all: select('ASC'), typed: select('ASC', ofTypes) };
  const last = { all: select('DESC'), typed: select('DESC', ofTypes) };

  return {
    append(runId: string, events: RunEvent[]) {
      for (const { seq, at, type, node, visit, attempt, data } of events) {
        insert.run(runId, seq, at, type, node ?? null, visit ?? null, attempt ?? null, JSON.stringify(data));
      }
    },

    read(runId: string, { after = 0, before = Number.MAX_SAFE_INTEGER, limit, newest, types }: EventRange): RunEvent[] {
      const statement = newest ? last : first;
      const rows = types
        ? statement.typed.all(runId, after, before, JSON.stringify(types), limit)
        : statement.all.all(runId, after, before, limit);
      if (newest) rows.reverse();
      return rows.map(toEvent);
    },
  };
}

function toEvent({ seq, at, type, node, visit, attempt, data }: EventRow): RunEvent {
  const event: Record<string, unknown> = { seq, at, type };
  if (node !== null) event.node = node;
  if (visit !== null) event.visit = visit;
  if (attempt !== null) event.attempt = attempt;
  event.data = JSON.parse(data);
  return event as RunEvent;
}
