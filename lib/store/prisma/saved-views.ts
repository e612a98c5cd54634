import type { SavedViewStore } from '../contract/saved-views.ts';
import type { PrismaClient } from '../generated/client.ts';

export function savedViewQueries(prisma: PrismaClient): SavedViewStore {
  return {
    listViews: (personId) => prisma.savedView.findMany({ where: { personId }, orderBy: { name: 'asc' } }),

    async saveView(view) {
      const { personId, name, query } = view;
      const where = { personId_name: { personId, name } };
      await prisma.savedView.upsert({ where, create: view, update: { query } });
    },

    async deleteView(personId, id) {
      return (await prisma.savedView.deleteMany({ where: { personId, id } })).count === 1;
    },
  };
}
