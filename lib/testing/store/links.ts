import { beforeEach, describe, expect, test } from 'vitest';
import type { OpenedStore } from './opened-store.ts';
import { acted, at, creation, gate, link } from './samples.ts';

export function describeLinks(given: () => OpenedStore): void {
  describe('a gate link', () => {
    beforeEach(async () => {
      await given().store.commit({ ...creation('r1'), gates: [gate('r1', 'g1'), gate('r1', 'g2')] });
    });

    test('is found by the hash of its token, and by nothing else', async () => {
      const { store } = given();
      await store.createLink(link('r1', 'g1', 'l1', { name: 'Ada' }), acted('link.made'));
      expect(await store.findLink('hash of l1')).toEqual(link('r1', 'g1', 'l1', { name: 'Ada' }));
      expect(await store.findLink('l1')).toBeNull();
    });

    test('is listed with its gate, newest first', async () => {
      const { store } = given();
      await store.createLink(link('r1', 'g1', 'l1'), acted('link.made'));
      await store.createLink(link('r1', 'g1', 'l2', { createdAt: at(2) }), acted('link.made'));
      await store.createLink(link('r1', 'g2', 'l3'), acted('link.made'));
      const { links, next } = await store.pageOfLinks('r1', 'g1', { limit: 2 });
      expect([links.map(({ id }) => id), next]).toEqual([['l2', 'l1'], null]);
      expect(await store.pageOfLinks('r1', 'nothing', { limit: 2 })).toEqual({ links: [], next: null });
    });

    test('D3 comes once, page by page, also when many were made at the same time', async () => {
      const { store } = given();
      for (const id of ['l1', 'l2', 'l3', 'l4', 'l5']) await store.createLink(link('r1', 'g1', id), acted('link.made'));
      const seen: string[] = [];
      for (let cursor: string | undefined, pages = 0; pages < 3; pages++) {
        const { links, next } = await store.pageOfLinks('r1', 'g1', { limit: 2, cursor });
        seen.push(...links.map(({ id }) => id));
        cursor = next ?? undefined;
        expect(next === null).toBe(pages === 2);
      }
      expect(seen).toEqual(['l5', 'l4', 'l3', 'l2', 'l1']);
      await expect(store.pageOfLinks('r1', 'g1', { limit: 2, cursor: 'zzz' })).rejects.toMatchObject({
        code: 'bad_request',
      });
    });

    test('is revoked once, only through its own gate, and stays on record', async () => {
      const { store } = given();
      await store.createLink(link('r1', 'g1', 'l1'), acted('link.made'));
      expect(await store.revokeLink('r1', 'g2', 'l1', { by: 'ada', at: at(5) }, acted('link.revoked'))).toBe(false);
      expect(await store.revokeLink('r1', 'g1', 'l1', { by: 'ben', at: at(6) }, acted('link.revoked'))).toBe(true);
      expect(await store.revokeLink('r1', 'g1', 'l1', { by: 'eve', at: at(7) }, acted('link.revoked'))).toBe(false);
      expect(await store.findLink('hash of l1')).toMatchObject({ revokedAt: at(6), revokedBy: 'ben' });
    });

    test('cannot be made for a gate that does not exist, nor twice with one token', async () => {
      const { store } = given();
      await expect(store.createLink(link('r1', 'nothing', 'l1'), acted('link.made'))).rejects.toThrow();
      await store.createLink(link('r1', 'g1', 'l1'), acted('link.made'));
      await expect(
        store.createLink({ ...link('r1', 'g1', 'l2'), tokenHash: 'hash of l1' }, acted('link.made')),
      ).rejects.toThrow();
      expect((await store.pageOfLinks('r1', 'g1', { limit: 2 })).links).toHaveLength(1);
    });
  });
}
