// The events of runs: appended by number, read by range. A commit is one row. Its key is the number of its first event, so
// that two writers who continue from the same event cannot both write, whoever they are. What was kept before there were
// batches is read from its own table and comes first in every run.
import type { Database } from 'better-sqlite3';
import type { EventType, RunEvent } from '../../engine/events.ts';
import type { EventRange } from '../contract/events.ts';
import { decodeEvents, type EventBatch, encodeEvents } from '../event-batch.ts';

type EventRow = {
  seq: number;
  at: string;
  type: string;
  node: string | null;
  visit: number | null;
  attempt: number | null;
  data: string;
};

type Wanted = Required<Pick<EventRange, 'after' | 'before' | 'limit'>> & {
  types: ReadonlySet<EventType> | null;
  node: string | undefined;
  visit: number | undefined;
};

function isWanted(event: RunEvent, { after, before, types, node, visit }: Wanted): boolean {
  if (event.seq <= after || event.seq >= before || (types && !types.has(event.type))) return false;
  return (node === undefined || event.node === node) && (visit === undefined || event.visit === visit);
}

export function eventStatements(db: Database) {
  const insert = db.prepare('INSERT INTO "EventBatch" (runId, "first", at, events) VALUES (?, ?, ?, ?)');
  const holding = db
    .prepare<unknown[], number>('SELECT max("first") FROM "EventBatch" WHERE runId = ? AND "first" <= ?')
    .pluck();
  const batches = (order: string) =>
    db.prepare<unknown[], EventBatch>(
      `SELECT "first", at, events FROM "EventBatch" WHERE runId = ? AND "first" >= ? AND "first" < ?
       ORDER BY "first" ${order}`,
    );
  const single = (order: string) =>
    db.prepare<unknown[], EventRow>(
      `SELECT seq, at, type, node, visit, attempt, data FROM "Event"
       WHERE runId = ? AND seq > ? AND seq < ? ORDER BY seq ${order}`,
    );
  const forwards = { batches: batches('ASC'), single: single('ASC') };
  const backwards = { batches: batches('DESC'), single: single('DESC') };

  /** Stops reading as soon as there are enough. */
  function take(found: RunEvent[], events: Iterable<RunEvent>, wanted: Wanted): boolean {
    for (const event of events) {
      if (!isWanted(event, wanted)) continue;
      found.push(event);
      if (found.length >= wanted.limit) return true;
    }
    return false;
  }

  function* readBatches(runId: string, { after, before }: Wanted, isNewest: boolean): Generator<RunEvent[]> {
    const from = holding.get(runId, after + 1) ?? 0;
    const statement = isNewest ? backwards : forwards;
    for (const batch of statement.batches.iterate(runId, from, before)) {
      const events = decodeEvents(batch);
      yield isNewest ? events.reverse() : events;
    }
  }

  function* readSingle(runId: string, { after, before }: Wanted, isNewest: boolean): Generator<RunEvent[]> {
    const statement = isNewest ? backwards : forwards;
    for (const row of statement.single.iterate(runId, after, before)) yield [toEvent(row)];
  }

  return {
    append(runId: string, events: RunEvent[]) {
      if (events.length === 0) return;
      const batch = encodeEvents(events);
      insert.run(runId, batch.first, batch.at, batch.events);
    },

    read(runId: string, range: EventRange): RunEvent[] {
      const { after = 0, before = Number.MAX_SAFE_INTEGER, limit, newest, types, node, visit } = range;
      const wanted: Wanted = { after, before, limit, types: types ? new Set(types) : null, node, visit };
      const isNewest = newest === true;
      const found: RunEvent[] = [];
      if (limit <= 0 || types?.length === 0) return found;
      const older = readSingle(runId, wanted, isNewest);
      const newer = readBatches(runId, wanted, isNewest);
      for (const source of isNewest ? [newer, older] : [older, newer]) {
        for (const events of source) {
          if (take(found, events, wanted)) return isNewest ? found.reverse() : found;
        }
      }
      return isNewest ? found.reverse() : found;
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
