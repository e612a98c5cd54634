import { describe, expect, test } from 'vitest';
import type { OpenedStore } from './opened-store.ts';
import { at } from './samples.ts';

const ada = {
  id: 'p1',
  name: 'Ada',
  email: 'ada@example.org',
  role: 'operator' as const,
  createdAt: at(1),
  createdBy: 'owner',
  closedAt: null,
};
const ben = { ...ada, id: 'p2', name: 'Ben', email: null, createdAt: at(2) };

export function describePeople(given: () => OpenedStore): void {
  describe('a person', () => {
    test('is there from the beginning: the owner, who administers', async () => {
      const { store } = given();
      expect(await store.listPeople()).toMatchObject([{ id: 'owner', name: 'owner', role: 'administrator' }]);
      expect(await store.countPeople()).toBe(1);
    });

    test('is found by id, by name and by address, with the groups they are in', async () => {
      const { store } = given();
      await store.createPerson(ada);
      await store.createGroup({ id: 'g1', name: 'release-team', createdAt: at(1), members: ['p1', 'owner'] });
      const found = { ...ada, groups: ['release-team'] };
      expect(await store.readPerson('p1')).toEqual(found);
      expect(await store.findPerson('Ada')).toEqual(found);
      expect(await store.findPerson('ada@example.org')).toEqual(found);
      expect(await store.findPerson('nobody')).toBeNull();
      expect(await store.readPerson('nobody')).toBeNull();
    });

    test('stands on a page in the order in which they came, and who comes in between neither repeats nor hides one', async () => {
      const { store } = given();
      await store.createPerson(ben);
      await store.createPerson(ada);
      const everybody = (await store.listPeople()).map(({ id }) => id);
      const first = await store.pageOfPeople({ limit: 2 });
      await store.createPerson({ ...ben, id: 'p3', name: 'Cem', createdAt: at(3) });
      const rest = await store.pageOfPeople({ limit: 2, cursor: first.next ?? '' });
      expect([...first.people, ...rest.people].map(({ id }) => id)).toEqual(
        (await store.listPeople()).map(({ id }) => id),
      );
      expect([everybody.length, rest.next]).toEqual([3, null]);
    });

    test('has a name and an address of their own', async () => {
      const { store } = given();
      expect(await store.createPerson(ada)).toBe(true);
      expect(await store.createPerson({ ...ben, name: 'Ada' })).toBe(false);
      expect(await store.createPerson({ ...ben, email: ada.email })).toBe(false);
      expect(await store.createPerson(ben)).toBe(true);
      expect(await store.changePerson('p2', { name: 'Ada' })).toBe(false);
      expect(await store.changePerson('p2', { name: 'Benno', role: 'viewer' })).toBe(true);
      expect(await store.readPerson('p2')).toMatchObject({ name: 'Benno', role: 'viewer', email: null });
    });

    test('is not counted once their account is closed', async () => {
      const { store } = given();
      await store.createPerson(ada);
      expect(await store.countPeople()).toBe(2);
      await store.changePerson('p1', { closedAt: at(9) });
      expect(await store.countPeople()).toBe(1);
      expect(await store.readPerson('p1')).toMatchObject({ closedAt: at(9) });
    });
  });

  describe('a group', () => {
    test('has its name alone, and the members it was given last', async () => {
      const { store } = given();
      await store.createPerson(ada);
      const team = { id: 'g1', name: 'team', createdAt: at(1), members: ['p1', 'p1'] };
      expect(await store.createGroup(team)).toBe(true);
      expect(await store.createGroup({ ...team, id: 'g2' })).toBe(false);
      expect(await store.createGroup({ ...team, id: 'g2', name: 'others', members: [] })).toBe(true);
      expect(await store.changeGroup('g2', { name: 'team' })).toBe(false);
      expect(await store.changeGroup('g2', { members: ['owner', 'p1'] })).toBe(true);
      expect((await store.listGroups()).map(({ name, members }) => [name, members])).toEqual([
        ['others', ['owner', 'p1']],
        ['team', ['p1']],
      ]);
      await store.deleteGroup('g2');
      expect(await store.readGroup('g2')).toBeNull();
      expect((await store.readPerson('p1'))?.groups).toEqual(['team']);
    });
  });

  describe('an identity', () => {
    test('is one person at one provider, and each is the other only once', async () => {
      const { store } = given();
      await store.createPerson(ada);
      const identity = { issuer: 'https://id.example', subject: 's1', personId: 'p1', createdAt: at(1) };
      expect(await store.findIdentity('https://id.example', 's1')).toBeNull();
      expect(await store.createIdentity(identity)).toBe(true);
      expect(await store.createIdentity({ ...identity, personId: 'owner' })).toBe(false);
      expect(await store.createIdentity({ ...identity, subject: 's2' })).toBe(false);
      expect(await store.createIdentity({ ...identity, issuer: 'https://other.example' })).toBe(true);
      expect(await store.findIdentity('https://id.example', 's1')).toEqual(identity);
    });
  });

  describe('a passkey', () => {
    const passkey = {
      id: 'k1',
      personId: 'owner',
      name: 'laptop',
      publicKey: 'AAAA',
      counter: 4_294_967_290,
      createdAt: at(1),
      lastUsedAt: null,
    };
    const challenge = (hash: string) => ({ hash, expiresAt: at(50) });

    test('is there once, is used with a counter that only grows, and is removed by its person', async () => {
      const { store } = given();
      await store.createPerson(ada);
      expect(await store.createPasskey(passkey, challenge('c1'))).toBe(true);
      expect(await store.createPasskey({ ...passkey, personId: 'p1' }, challenge('c2'))).toBe(false);
      expect(await store.findPasskey('k1')).toEqual(passkey);
      const use = { id: 'k1', at: at(2) };
      expect(await store.countPasskeyUse({ ...use, counter: 4_294_967_290 }, challenge('c3'))).toBe(false);
      expect(await store.countPasskeyUse({ ...use, counter: 4_294_967_291 }, challenge('c3'))).toBe(true);
      expect(await store.listPasskeys('owner')).toEqual([{ ...passkey, counter: 4_294_967_291, lastUsedAt: at(2) }]);
      expect(await store.listPasskeys('p1')).toEqual([]);
      expect(await store.deletePasskey('p1', 'k1')).toBe(false);
      expect(await store.deletePasskey('owner', 'k1')).toBe(true);
      expect(await store.findPasskey('k1')).toBeNull();
    });

    test('answers a challenge once, also where it counts nothing, and of ten at once one', async () => {
      const { store } = given();
      expect(await store.createPasskey({ ...passkey, counter: 0 }, challenge('c1'))).toBe(true);
      expect(await store.createPasskey({ ...passkey, id: 'k2' }, challenge('c1'))).toBe(false);
      const use = () => store.countPasskeyUse({ id: 'k1', counter: 0, at: at(2) }, challenge('c2'));
      expect((await Promise.all(Array.from({ length: 10 }, use))).filter(Boolean)).toHaveLength(1);
      expect(await store.findPasskey('k2')).toBeNull();
    });
  });

  describe('an API token', () => {
    const token = {
      id: 't1',
      tokenHash: 'hash of t1',
      personId: 'owner',
      name: 'deploy',
      scopes: ['see'],
      createdAt: at(1),
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
    };

    test('is found by its hash, remembers its last use, and is revoked once, by its person', async () => {
      const { store } = given();
      await store.createPerson(ada);
      await store.createApiToken(token);
      await store.createApiToken({ ...token, id: 't2', tokenHash: 'hash of t2', scopes: null, createdAt: at(2) });
      expect(await store.findApiToken('hash of t1')).toEqual(token);
      expect(await store.findApiToken('t1')).toBeNull();
      await store.touchApiToken('t1', at(5));
      expect(await store.revokeApiToken('p1', 't1', at(6))).toBe(false);
      expect(await store.revokeApiToken('owner', 't1', at(6))).toBe(true);
      expect(await store.revokeApiToken('owner', 't1', at(7))).toBe(false);
      expect(await store.listApiTokens('owner')).toMatchObject([
        { id: 't2', scopes: null },
        { id: 't1', lastUsedAt: at(5), revokedAt: at(6) },
      ]);
      expect(await store.listApiTokens('p1')).toEqual([]);
    });
  });

  describe('an invitation', () => {
    const invitation = {
      id: 'i1',
      tokenHash: 'hash of i1',
      name: 'Ada',
      email: 'ada@example.org',
      role: 'viewer' as const,
      groups: ['team'],
      createdBy: 'owner',
      createdAt: at(1),
      expiresAt: at(50),
      revokedAt: null,
      acceptedAt: null,
      acceptedBy: null,
    };

    test('is accepted by one of twenty who try at once, and not once it was revoked', async () => {
      const { store } = given();
      await store.createInvitation(invitation);
      await store.createInvitation({ ...invitation, id: 'i2', tokenHash: 'hash of i2', createdAt: at(2) });
      expect(await store.findInvitation('hash of i1')).toEqual(invitation);
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, index) => store.acceptInvitation('i1', { by: `p${index}`, at: at(3) })),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await store.revokeInvitation('i1', at(4))).toBe(false);
      expect(await store.revokeInvitation('i2', at(4))).toBe(true);
      expect(await store.acceptInvitation('i2', { by: 'p1', at: at(5) })).toBe(false);
      expect(
        (await store.listInvitations()).map(({ id, acceptedAt, revokedAt }) => [id, acceptedAt, revokedAt]),
      ).toEqual([
        ['i2', null, at(4)],
        ['i1', at(3), null],
      ]);
    });
  });
}
