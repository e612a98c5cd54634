import { beforeEach, describe, expect, test } from 'vitest';
import type { OpenedStore } from './opened-store.ts';
import { acted, at, createRuns, step } from './samples.ts';

export function describeServerApprovals(given: () => OpenedStore): void {
  describe('an approved server', () => {
    beforeEach(() => createRuns(given().store, ['r1', 'r2']));

    test('is known by its hash, and approving it again changes nothing', async () => {
      const { store } = given();
      const approveServer = { hash: 'h1', server: 'files', workflow: 'release', by: 'owner', at: at(1) };
      await store.commit(step('r1', 1, { approveServer }));
      expect(await store.commit(step('r2', 1, { approveServer }))).toEqual({ ok: true });
      expect(await store.approvedServers(['h1', 'h2'])).toEqual(['h1']);
      expect(await store.approvedServers([])).toEqual([]);
      expect((await store.listServerApprovals()).map(({ hash }) => hash)).toContain('h1');
      await store.revokeServer('h1', acted('server.revoked'));
      expect(await store.approvedServers(['h1', 'h2'])).toEqual([]);
    });
  });
}
