import { describe, expect, test } from 'vitest';
import type { OpenedStore } from './opened-store.ts';

export function describeSettings(given: () => OpenedStore): void {
  describe('a setting', () => {
    test('is null until it is saved, and the last value counts', async () => {
      const { store } = given();
      expect(await store.readSetting('key')).toBeNull();
      await store.saveSetting('key', 'first');
      await store.saveSetting('key', 'second');
      expect(await (await given().reopen()).readSetting('key')).toBe('second');
    });
  });
}
