import { describe, expect, test } from 'vitest';
import { stateVersion } from '../../engine/state.ts';
import type { OpenedStore } from './opened-store.ts';
import { creation, state, step, warnings } from './samples.ts';

export function describeSnapshots(given: () => OpenedStore): void {
  describe('a snapshot', () => {
    test('is read back whole, the newest by default', async () => {
      const { store } = given();
      await store.commit(creation('r1'));
      await store.commit(step('r1', 1, { snapshot: state('r1', 2) }));
      await store.commit(step('r1', 2, { snapshot: state('r1', 3) }));
      expect(await store.readSnapshot('r1')).toEqual(state('r1', 3));
      expect(await store.readSnapshot('nobody')).toBeNull();
    });

    test('is found at or before a number, and none before the first', async () => {
      const { store } = given();
      await store.commit(creation('r1'));
      await store.commit(step('r1', 1, { snapshot: state('r1', 2) }));
      await store.commit({ runId: 'r1', expectedSeq: 2, events: warnings(2, 7), snapshot: state('r1', 9) });
      expect((await store.readSnapshot('r1', 9))?.seq).toBe(9);
      expect((await store.readSnapshot('r1', 8))?.seq).toBe(2);
      expect((await store.readSnapshot('r1', 2))?.seq).toBe(2);
      expect(await store.readSnapshot('r1', 1)).toBeNull();
    });

    test('of another version is passed over for an older one of ours, and for none', async () => {
      const { store, sql } = given();
      await store.commit(creation('r1'));
      // Far enough apart to be kept both.
      await store.commit({ runId: 'r1', expectedSeq: 1, events: warnings(1, 1999), snapshot: state('r1', 2000) });
      await store.commit({ runId: 'r1', expectedSeq: 2000, events: warnings(2000, 2000), snapshot: state('r1', 4000) });
      await sql(`UPDATE "Snapshot" SET "version" = ${stateVersion + 1} WHERE "seq" = 4000`);
      expect((await store.readSnapshot('r1'))?.seq).toBe(2000);
      await sql('UPDATE "Snapshot" SET "version" = 0');
      expect(await store.readSnapshot('r1')).toBeNull();
    });

    test('of another version does not stand for the first of two thousand events of ours', async () => {
      const { store, sql } = given();
      await store.commit(creation('r1'));
      await store.commit(step('r1', 1, { snapshot: state('r1', 2) }));
      await sql('UPDATE "Snapshot" SET "version" = 0');
      for (const seq of [3, 4, 5]) await store.commit(step('r1', seq - 1, { snapshot: state('r1', seq) }));
      expect((await store.readSnapshot('r1', 5))?.seq).toBe(5);
      expect((await store.readSnapshot('r1', 4))?.seq).toBe(3);
      expect(await store.readSnapshot('r1', 2)).toBeNull();
    });

    test('is kept when it is the newest or the first of two thousand events', async () => {
      const { store } = given();
      await store.commit(creation('r1'));
      const taken = [2, 400, 1999, 2000, 2400, 4100, 4200, 4300];
      for (const seq of taken) {
        const { seq: seen } = (await store.readRun('r1')) ?? { seq: 0 };
        await store.commit({
          runId: 'r1',
          expectedSeq: seen,
          events: warnings(seen, seq - seen),
          snapshot: state('r1', seq),
        });
      }
      const kept = new Set(await Promise.all(taken.map(async (seq) => (await store.readSnapshot('r1', seq))?.seq)));
      expect([...kept]).toEqual([2, 2000, 4100, 4300]);
    });
  });
}
