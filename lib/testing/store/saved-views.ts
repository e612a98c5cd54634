import { describe, expect, test } from 'vitest';
import { ownerId } from '../../store/contract/people.ts';
import type { OpenedStore } from './opened-store.ts';
import { at } from './samples.ts';

export function describeSavedViews(given: () => OpenedStore): void {
  describe('a saved view', () => {
    const view = (id: string, name: string, query: string) => ({
      id,
      personId: ownerId,
      name,
      query,
      createdAt: at(1),
    });

    test('is its person’s own, by name; the same name again replaces it', async () => {
      const { store } = given();
      await store.saveView(view('v1', 'Mine', 'by=owner'));
      await store.saveView(view('v2', 'Failed', 'status=failed'));
      await store.saveView(view('v3', 'Mine', 'by=api'));
      const kept = (await store.listViews(ownerId)).map(({ id, name, query }) => [id, name, query]);
      expect(kept).toEqual([
        ['v2', 'Failed', 'status=failed'],
        ['v1', 'Mine', 'by=api'],
      ]);
      expect(await store.listViews('somebody else')).toEqual([]);
    });

    test('is deleted by its person alone', async () => {
      const { store } = given();
      await store.saveView(view('v1', 'Mine', ''));
      expect(await store.deleteView('somebody else', 'v1')).toBe(false);
      expect(await store.deleteView(ownerId, 'v1')).toBe(true);
      expect(await store.listViews(ownerId)).toEqual([]);
    });
  });
}
