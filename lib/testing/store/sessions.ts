import { describe, expect, test } from 'vitest';
import type { OpenedStore } from './opened-store.ts';
import { at } from './samples.ts';

const session = (id: string, created: number, expires: number) => ({
  id,
  tokenHash: `hash of ${id}`,
  personId: 'owner',
  createdAt: at(created),
  expiresAt: at(expires),
  lastSeenAt: at(created),
  wayIn: 'link' as const,
  address: null,
  agent: null,
});

export function describeSessions(given: () => OpenedStore): void {
  describe('a session', () => {
    test('is found by the hash of its token until it is deleted', async () => {
      const { store } = given();
      await store.createSession(session('s1', 1, 50));
      expect(await store.findSession('hash of s1')).toEqual(session('s1', 1, 50));
      await store.deleteSession('s1');
      await store.deleteSession('s1');
      expect(await store.findSession('hash of s1')).toBeNull();
    });

    test('is gone with all others, and with the sign-in links, when nobody may stay', async () => {
      const { store } = given();
      await store.createSession(session('s1', 1, 50));
      await store.createSession(session('s2', 1, 50));
      await store.createSignInLink({ tokenHash: 'link', personId: 'owner', expiresAt: at(50), wayIn: 'link' });
      await store.deleteAllSessions();
      expect(await store.findSession('hash of s1')).toBeNull();
      expect(await store.findSession('hash of s2')).toBeNull();
      expect(await store.takeSignInLink('link')).toBeNull();
    });

    test('is listed with its person, and all of theirs but one are ended at once', async () => {
      const { store } = given();
      const ada = {
        name: 'Ada',
        email: null,
        role: 'viewer' as const,
        createdAt: at(1),
        createdBy: null,
        closedAt: null,
      };
      await store.createPerson({ id: 'p1', ...ada });
      await store.createSession(session('s1', 1, 50));
      await store.createSession(session('s2', 2, 50));
      await store.createSession({ ...session('s3', 3, 50), personId: 'p1', address: '10.0.0.1', agent: 'browser' });
      expect((await store.listSessions('owner')).map(({ id }) => id)).toEqual(['s2', 's1']);
      expect(await store.listSessions('p1')).toMatchObject([{ id: 's3', wayIn: 'link', address: '10.0.0.1' }]);
      await store.createSignInLink({ tokenHash: 'link', personId: 'owner', expiresAt: at(50), wayIn: 'link' });
      expect(await store.deleteSessionsOf('owner', 's1')).toBe(1);
      expect((await store.listSessions('owner')).map(({ id }) => id)).toEqual(['s1']);
      expect(await store.takeSignInLink('link')).toBeNull();
      expect(await store.listSessions('p1')).toHaveLength(1);
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
      await store.createSignInLink({ tokenHash: 'old', personId: 'owner', expiresAt: at(10), wayIn: 'link' });
      await store.createSession(session('new', 20, 50));
      expect(await store.findSession('hash of old')).toBeNull();
      expect(await store.takeSignInLink('old')).toBeNull();
      expect((await store.findSession('hash of live'))?.id).toBe('live');
    });
  });

  describe('a sign-in link', () => {
    test('is taken once', async () => {
      const { store } = given();
      const made = { tokenHash: 'hash', personId: 'owner', expiresAt: at(50), wayIn: 'mail' as const };
      await store.createSignInLink(made);
      expect(await store.takeSignInLink('other')).toBeNull();
      expect(await store.takeSignInLink('hash')).toEqual(made);
      expect(await store.takeSignInLink('hash')).toBeNull();
    });

    test('is taken by one of twenty who try at once', async () => {
      const { store } = given();
      await store.createSignInLink({ tokenHash: 'hash', personId: 'owner', expiresAt: at(50), wayIn: 'link' });
      const taken = await Promise.all(Array.from({ length: 20 }, () => store.takeSignInLink('hash')));
      expect(taken.filter((link) => link !== null)).toHaveLength(1);
    });
  });
}
