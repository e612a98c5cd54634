import type { SettingStore } from '../contract/settings.ts';
import type { PrismaClient } from '../generated/client.ts';

export function settingQueries(prisma: PrismaClient): SettingStore {
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
