import { beforeEach, describe, expect, test } from 'vitest';
import type { OpenedStore } from './opened-store.ts';
import { artifact, createRuns, step } from './samples.ts';

export function describeArtifacts(given: () => OpenedStore): void {
  describe('an artifact', () => {
    beforeEach(() => createRuns(given().store, ['r1', 'r2']));

    test('is listed as it was announced, with a size beyond four gigabytes', async () => {
      const { store } = given();
      await store.commit(step('r1', 1, { artifacts: [artifact('r1', 'z', 2)] }));
      await store.commit(step('r1', 2, { artifacts: [artifact('r1', 'a', 3)] }));
      expect(await store.listArtifacts('r1')).toEqual([artifact('r1', 'z', 2), artifact('r1', 'a', 3)]);
      expect(await store.readArtifact('r1', 'a')).toEqual(artifact('r1', 'a', 3));
      expect(await store.readArtifact('r2', 'a')).toBeNull();
      const first = await store.pageOfArtifacts('r1', { limit: 1 });
      expect(first.artifacts).toEqual([artifact('r1', 'z', 2)]);
      const second = await store.pageOfArtifacts('r1', { limit: 1, cursor: first.next ?? '' });
      expect(second).toEqual({ artifacts: [artifact('r1', 'a', 3)], next: null });
      expect(await store.listArtifacts('r2')).toEqual([]);
      expect(await store.readArtifacts('r1', ['a', 'none', 'z'])).toEqual(await store.listArtifacts('r1'));
      expect(await store.readArtifacts('r2', ['a'])).toEqual([]);
      expect([await store.countArtifacts('r1', 2), await store.countArtifacts('r1', 3)]).toEqual([1, 2]);
    });
  });
}
