// Single values that must survive a restart.
import type { PrismaClient } from './generated/client.ts';
import type { Store } from './store.ts';

export function settingQueries(prisma: PrismaClient): Pick<Store, 'readSetting' | 'saveSetting'> {
  return {
    async readSetting(key) {
      const row = await prisma.setting.findUnique({ where: { key } });
      return row?.value ?? null;
    },

    async saveSetting(key, value) {
      await prisma.setting.upsert({ where: { key }, create: { key, value }, update: { value } });
    },
  };
}
