import type { GroupRecord, GroupStore } from '../contract/groups.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import { withAudit } from './audit.ts';
import { unlessTaken } from './unique.ts';

const include = { members: true } as const;
type Row = Prisma.GroupGetPayload<{ include: typeof include }>;

const toGroup = ({ members, ...row }: Row): GroupRecord => ({
  ...row,
  members: members.map(({ personId }) => personId).sort(),
});
const membersOf = (ids: string[]) => [...new Set(ids)].map((personId) => ({ personId }));

export function groupQueries(prisma: PrismaClient): GroupStore {
  return {
    async listGroups() {
      return (await prisma.group.findMany({ include, orderBy: { name: 'asc' } })).map(toGroup);
    },

    async readGroup(id) {
      const row = await prisma.group.findUnique({ where: { id }, include });
      return row && toGroup(row);
    },

    createGroup: ({ members, ...group }, audit) => {
      const data = { ...group, members: { create: membersOf(members) } };
      return unlessTaken(() => withAudit(prisma, audit, (tx) => tx.group.create({ data })));
    },

    changeGroup: (id, { name, members }, audit) => {
      const data = { name, ...(members ? { members: { deleteMany: {}, create: membersOf(members) } } : {}) };
      return unlessTaken(() => withAudit(prisma, audit, (tx) => tx.group.update({ where: { id }, data })));
    },

    async deleteGroup(id, audit) {
      await withAudit(prisma, audit, (tx) => tx.group.deleteMany({ where: { id } }));
    },
  };
}
