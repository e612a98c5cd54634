// Accounts. Nobody is ever deleted: what they did stays theirs, so an account is closed.
import type { PersonRecord, PersonStore } from '../contract/people.ts';
import { pageOf, readCursor, writeCursor } from '../cursor.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import { withAudit } from './audit.ts';
import { unlessTaken } from './unique.ts';

const include = { groups: { include: { group: true } } } as const;
type Row = Prisma.PersonGetPayload<{ include: typeof include }>;

const toPerson = ({ groups, ...row }: Row): PersonRecord =>
  ({ ...row, groups: groups.map(({ group }) => group.name).sort() }) as PersonRecord;

const inOrder = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];

/** Who came after the one that the cursor names. */
function after(cursor: string | undefined): Prisma.PersonWhereInput {
  if (cursor === undefined) return {};
  const [createdAt, id] = readCursor<[string, string]>(cursor, 2);
  return { OR: [{ createdAt: { gt: createdAt } }, { createdAt, id: { gt: id } }] };
}

export function personQueries(prisma: PrismaClient): Omit<PersonStore, 'readPerson' | 'countPeople'> {
  return {
    async findPerson(called) {
      const where = { OR: [{ name: called }, { email: called }] };
      const row = await prisma.person.findFirst({ where, include });
      return row && toPerson(row);
    },

    async listPeople() {
      const rows = await prisma.person.findMany({ include, orderBy: inOrder });
      return rows.map(toPerson);
    },

    async pageOfPeople({ limit, cursor }) {
      const rows = await prisma.person.findMany({ include, where: after(cursor), orderBy: inOrder, take: limit + 1 });
      const { items, next } = pageOf(rows, limit, ({ createdAt, id }) => writeCursor([createdAt, id]));
      return { people: items.map(toPerson), next };
    },

    createPerson: (data, audit) => unlessTaken(() => withAudit(prisma, audit, (tx) => tx.person.create({ data }))),

    changePerson: (id, data, audit) =>
      unlessTaken(() => withAudit(prisma, audit, (tx) => tx.person.updateMany({ where: { id }, data }))),
  };
}
