import { describe, expect, test } from 'vitest';
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
