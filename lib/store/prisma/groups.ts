import type { GroupRecord, GroupStore } from '../contract/groups.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';
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

    createGroup: ({ members, ...data }) =>
      unlessTaken(() => prisma.group.create({ data: { ...data, members: { create: membersOf(members) } } })),

    changeGroup: (id, { name, members }) =>
      unlessTaken(() =>
        prisma.group.update({
          where: { id },
          data: { name, ...(members ? { members: { deleteMany: {}, create: membersOf(members) } } : {}) },
        }),
      ),

    async deleteGroup(id) {
      await prisma.group.deleteMany({ where: { id } });
    },
  };
}
