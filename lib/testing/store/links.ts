import { beforeEach, describe, expect, test } from 'vitest';
import type { OpenedStore } from './opened-store.ts';
import { at, creation, gate, link } from './samples.ts';

export function describeLinks(given: () => OpenedStore): void {
  describe('a gate link', () => {
    beforeEach(async () => {
      await given().store.commit({ ...creation('r1'), gates: [gate('r1', 'g1'), gate('r1', 'g2')] });
    });

    test('is found by the hash of its token, and by nothing else', async () => {
      const { store } = given();
      await store.createLink(link('r1', 'g1', 'l1', { name: 'Ada' }));
      expect(await store.findLink('hash of l1')).toEqual(link('r1', 'g1', 'l1', { name: 'Ada' }));
      expect(await store.findLink('l1')).toBeNull();
    });

    test('is listed with its gate, newest first', async () => {
      const { store } = given();
      await store.createLink(link('r1', 'g1', 'l1'));
      await store.createLink(link('r1', 'g1', 'l2', { createdAt: at(2) }));
      await store.createLink(link('r1', 'g2', 'l3'));
      expect((await store.listLinks('r1', 'g1')).map(({ id }) => id)).toEqual(['l2', 'l1']);
      expect(await store.listLinks('r1', 'nothing')).toEqual([]);
    });

    test('is revoked once, only through its own gate, and stays on record', async () => {
      const { store } = given();
      await store.createLink(link('r1', 'g1', 'l1'));
      expect(await store.revokeLink('r1', 'g2', 'l1', at(5))).toBe(false);
      expect(await store.revokeLink('r1', 'g1', 'l1', at(6))).toBe(true);
      expect(await store.revokeLink('r1', 'g1', 'l1', at(7))).toBe(false);
      expect((await store.findLink('hash of l1'))?.revokedAt).toBe(at(6));
    });

    test('cannot be made for a gate that does not exist, nor twice with one token', async () => {
      const { store } = given();
      await expect(store.createLink(link('r1', 'nothing', 'l1'))).rejects.toThrow();
      await store.createLink(link('r1', 'g1', 'l1'));
      await expect(store.createLink({ ...link('r1', 'g1', 'l2'), tokenHash: 'hash of l1' })).rejects.toThrow();
      expect(await store.listLinks('r1', 'g1')).toHaveLength(1);
    });
  });
}
