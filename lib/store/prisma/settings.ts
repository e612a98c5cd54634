import type { SettingStore } from '../contract/settings.ts';
import type { PrismaClient } from '../generated/client.ts';
import { withAudit } from './audit.ts';

export function settingQueries(prisma: PrismaClient): SettingStore {
  return {
    async readSetting(key) {
      const row = await prisma.setting.findUnique({ where: { key } });
      return row?.value ?? null;
    },

    async saveSetting(key, value, audit) {
      const saved = { where: { key }, create: { key, value }, update: { value } };
      await (audit ? withAudit(prisma, audit, (tx) => tx.setting.upsert(saved)) : prisma.setting.upsert(saved));
    },
  };
}
