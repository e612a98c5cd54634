// Who somebody is, read at every request: by the driver.
import type { Database } from 'better-sqlite3';
import type { PersonRecord } from '../contract/people.ts';

type Row = Omit<PersonRecord, 'groups'> & { groups: string };

export function personStatements(db: Database) {
  const select = db.prepare<[string], Row>(
    `SELECT p.*, (SELECT json_group_array(g.name) FROM "GroupMember" m JOIN "Group" g ON g.id = m.groupId
                  WHERE m.personId = p.id) AS groups
     FROM "Person" p WHERE p.id = ?`,
  );
  const count = db.prepare<[], number>('SELECT count(*) FROM "Person" WHERE closedAt IS NULL').pluck();

  return {
    read(id: string): PersonRecord | null {
      const row = select.get(id);
      return row ? { ...row, groups: (JSON.parse(row.groups) as string[]).sort() } : null;
    },

    count: () => count.get() ?? 0,
  };
}
