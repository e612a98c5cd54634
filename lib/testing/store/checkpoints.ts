import { beforeEach, describe, expect, test } from 'vitest';
import { stateVersion } from '../../engine/state.ts';
import type { OpenedStore } from './opened-store.ts';
import { createRuns, step } from './samples.ts';

export function describeCheckpoints(given: () => OpenedStore): void {
  describe('a checkpoint', () => {
    beforeEach(() => createRuns(given().store, ['r1', 'r2']));

    test('set again under its name replaces the older one', async () => {
      const { store } = given();
      const checkpoint = (name: string, seq: number) => ({
        run: 'r1',
        name,
        seq,
        label: `At ${seq}`,
        version: stateVersion,
        state: { seq, list: [1] },
      });
      await store.commit(step('r1', 1, { checkpoints: [checkpoint('draft', 2)] }));
      await store.commit(step('r1', 2, { checkpoints: [checkpoint('review', 3)] }));
      await store.commit(step('r1', 3, { checkpoints: [checkpoint('draft', 4)] }));
      expect(await store.readCheckpoint('r1', 'draft')).toEqual(checkpoint('draft', 4));
      expect(await store.readCheckpoint('r1', 'review')).toEqual(checkpoint('review', 3));
      expect(await store.readCheckpoint('r2', 'draft')).toBeNull();
    });

    test('is given out with the version it was kept in, which is the first where none is named', async () => {
      const { store, sql } = given();
      const kept = { run: 'r1', name: 'draft', seq: 2, label: 'Draft', version: stateVersion + 1, state: { list: [] } };
      await store.commit(step('r1', 1, { checkpoints: [kept] }));
      expect(await store.readCheckpoint('r1', 'draft')).toEqual(kept);
      await sql('UPDATE "Checkpoint" SET "version" = NULL');
      expect(await store.readCheckpoint('r1', 'draft')).toEqual({ ...kept, version: 1 });
    });
  });
}
