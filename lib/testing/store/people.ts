import { beforeEach, describe, expect, test } from 'vitest';
import type { OpenedStore } from './opened-store.ts';
import { at, creation, gate, link } from './samples.ts';

const session = (id: string, created: number, expires: number) => ({
  id,
  tokenHash: `hash of ${id}`,
  principal: 'owner',
  createdAt: at(created),
  expiresAt: at(expires),
  lastSeenAt: at(created),
});

export function describePeople(given: () => OpenedStore): void {
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

  describe('a session', () => {
    test('is found by the hash of its token until it is deleted', async () => {
      const { store } = given();
      await store.createSession(session('s1', 1, 50));
      expect(await store.findSession('hash of s1')).toEqual(session('s1', 1, 50));
      await store.deleteSession('s1');
      await store.deleteSession('s1');
      expect(await store.findSession('hash of s1')).toBeNull();
    });

    test('remembers when it was last seen; touching one that is gone does nothing', async () => {
      const { store } = given();
      await store.createSession(session('s1', 1, 50));
      await store.touchSession('s1', at(9));
      await store.touchSession('nobody', at(9));
      expect((await store.findSession('hash of s1'))?.lastSeenAt).toBe(at(9));
    });

    test('that expired is swept, with expired sign-in links, when somebody signs in', async () => {
      const { store } = given();
      await store.createSession(session('old', 1, 10));
      await store.createSession(session('live', 2, 50));
      await store.createSignInLink({ tokenHash: 'old', principal: 'owner', expiresAt: at(10) });
      await store.createSession(session('new', 20, 50));
      expect(await store.findSession('hash of old')).toBeNull();
      expect(await store.takeSignInLink('old')).toBeNull();
      expect((await store.findSession('hash of live'))?.id).toBe('live');
    });
  });

  describe('a sign-in link', () => {
    test('is taken once', async () => {
      const { store } = given();
      const made = { tokenHash: 'hash', principal: 'owner', expiresAt: at(50) };
      await store.createSignInLink(made);
      expect(await store.takeSignInLink('other')).toBeNull();
      expect(await store.takeSignInLink('hash')).toEqual(made);
      expect(await store.takeSignInLink('hash')).toBeNull();
    });

    test('is taken by one of twenty who try at once', async () => {
      const { store } = given();
      await store.createSignInLink({ tokenHash: 'hash', principal: 'owner', expiresAt: at(50) });
      const taken = await Promise.all(Array.from({ length: 20 }, () => store.takeSignInLink('hash')));
      expect(taken.filter((link) => link !== null)).toHaveLength(1);
    });
  });

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
