// Accounts. Nobody is ever deleted: what they did stays theirs, so an account is closed.
import type { PersonRecord, PersonStore } from '../contract/people.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import { withAudit } from './audit.ts';
import { unlessTaken } from './unique.ts';

const include = { groups: { include: { group: true } } } as const;
type Row = Prisma.PersonGetPayload<{ include: typeof include }>;

const toPerson = ({ groups, ...row }: Row): PersonRecord =>
  ({ ...row, groups: groups.map(({ group }) => group.name).sort() }) as PersonRecord;

export function personQueries(prisma: PrismaClient): Omit<PersonStore, 'readPerson' | 'countPeople'> {
  return {
    async findPerson(called) {
      const where = { OR: [{ name: called }, { email: called }] };
      const row = await prisma.person.findFirst({ where, include });
      return row && toPerson(row);
    },

    async listPeople() {
      const rows = await prisma.person.findMany({ include, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
      return rows.map(toPerson);
    },

    createPerson: (data, audit) => unlessTaken(() => withAudit(prisma, audit, (tx) => tx.person.create({ data }))),

    changePerson: (id, data, audit) =>
      unlessTaken(() => withAudit(prisma, audit, (tx) => tx.person.updateMany({ where: { id }, data }))),
  };
}
