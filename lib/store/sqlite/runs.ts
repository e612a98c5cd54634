// The row of a run: a cache of its events for lists. It moves only together with events, and only for a writer that
// names the sequence number it has seen: that check is the lock of the run.
import type { Database, Statement } from 'better-sqlite3';
import type { CommitResult, NewRun, RowChange } from '../contract/commits.ts';
import { longestInputValue, type RunRecord } from '../contract/runs.ts';
import { searchedText } from '../searched-text.ts';

export type RunRow = Omit<RunRecord, 'inputs' | 'archived' | 'see'> & {
  inputs: string;
  archived: unknown;
  see: string | null;
};

export const runColumns = [
  'id',
  'workflow',
  'name',
  'version',
  'versionId',
  'status',
  'seq',
  'done',
  'total',
  'currentNode',
  'currentType',
  'waitingOn',
  'startedBy',
  'message',
  'createdAt',
  'startedAt',
  'endedAt',
  'wakeAt',
  'wakeOn',
  'archived',
  'parent',
  'concurrencyKey',
  'see',
  'cost',
] as const;

export const changeable = [
  'status',
  'done',
  'total',
  'currentNode',
  'currentType',
  'waitingOn',
  'message',
  'startedAt',
  'endedAt',
  'wakeAt',
  'wakeOn',
  'archived',
  'name',
  'version',
  'versionId',
  'cost',
] as const satisfies (keyof RowChange)[];

/** Of a long value the beginning, so that it leaves room for the others. */
function searchOf({ name, workflow, inputs }: RunRecord): string {
  const given = Object.entries(inputs).flatMap(([input, value]) => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    return [input, text.slice(0, longestInputValue)];
  });
  return searchedText([name, workflow, ...given]);
}

export function runStatements(db: Database) {
  const insert = db.prepare(
    `INSERT INTO "Run" (${runColumns.join(', ')}, idempotencyKey)
     VALUES (${runColumns.map(() => '?').join(', ')}, ?)`,
  );
  const insertInputs = db.prepare('INSERT INTO "RunInputs" (runId, search, inputs, sealed) VALUES (?, ?, ?, ?)');
  const insertInputValues = db.prepare(
    `INSERT INTO "RunInputValue" (runId, name, value, createdAt)
     SELECT :id, key, CASE WHEN type IN ('true', 'false', 'null') THEN type
                           WHEN length(value) <= ${longestInputValue} THEN value END, :createdAt
     FROM json_each(:inputs)`,
  );
  const selectId = db.prepare<[string], string>('SELECT id FROM "Run" WHERE id = ?').pluck();
  const selectByKey = db
    .prepare<[string, string | null], string>('SELECT id FROM "Run" WHERE startedBy = ? AND idempotencyKey = ?')
    .pluck();
  const select = db.prepare<[string], RunRow>(
    `SELECT ${runColumns.join(', ')}, inputs FROM "Run" JOIN "RunInputs" ON runId = id WHERE id = ?`,
  );
  const selectSealed = db.prepare<[string], string | null>('SELECT sealed FROM "RunInputs" WHERE runId = ?').pluck();
  const updates = new Map<number, Statement>();

  /** One prepared statement for each set of changed columns, a bit for each; the engine uses a handful of them. */
  function updateOf(changed: number): Statement {
    let statement = updates.get(changed);
    if (!statement) {
      const columns = ['seq', ...changeable.filter((_, index) => changed & (1 << index))];
      const changes = columns.map((column) => `${column} = ?`).join(', ');
      statement = db.prepare(`UPDATE "Run" SET ${changes} WHERE id = ? AND seq = ?`);
      updates.set(changed, statement);
    }
    return statement;
  }

  return {
    /** Why a run cannot be created, or null. Asked before anything is written. */
    refusal({ run, idempotencyKey }: NewRun): CommitResult | null {
      const first = idempotencyKey === null ? undefined : selectByKey.get(run.startedBy, idempotencyKey);
      if (first !== undefined) return { ok: false, reason: 'duplicate_key', runId: first };
      return selectId.get(run.id) === undefined ? null : { ok: false, reason: 'stale' };
    },

    create({ run, idempotencyKey, sealed = null }: NewRun, seq: number) {
      const row = { ...run, seq, archived: Number(run.archived), see: run.see && JSON.stringify(run.see) };
      insert.run(...runColumns.map((column) => row[column]), idempotencyKey);
      const inputs = JSON.stringify(run.inputs);
      insertInputs.run(run.id, searchOf(run), inputs, sealed);
      if (inputs !== '{}') insertInputValues.run({ id: run.id, inputs, createdAt: run.createdAt });
    },

    /** False when the run is not at the expected number: the writer is stale and nothing was changed. */
    advance(id: string, expectedSeq: number, seq: number, row: RowChange = {}): boolean {
      const values: unknown[] = [seq];
      let changed = 0;
      for (let index = 0; index < changeable.length; index++) {
        const column = changeable[index] as (typeof changeable)[number];
        const value = row[column];
        if (value === undefined) continue;
        changed |= 1 << index;
        values.push(column === 'archived' ? Number(value) : value);
      }
      values.push(id, expectedSeq);
      return updateOf(changed).run(values).changes === 1;
    },

    findByKey: (startedBy: string, key: string) => selectByKey.get(startedBy, key) ?? null,

    readSealed: (id: string) => selectSealed.get(id) ?? null,

    read(id: string): RunRecord | null {
      const row = select.get(id);
      return row ? toRunRecord(row) : null;
    },
  };
}

export function toRunRecord(row: RunRow): RunRecord {
  const see = row.see === null ? null : JSON.parse(row.see);
  return { ...row, inputs: JSON.parse(row.inputs), archived: Boolean(row.archived), see };
}
