import { afterEach, beforeEach, expect, test } from 'vitest';
import { somebody } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { openScratchConsole, type ScratchConsole } from '../../testing/scratch-console.ts';
import { endOtherSessions, endSession, listSessions } from '../accounts/account-sessions.ts';
import { createApiToken, revokeApiToken } from '../accounts/api-tokens.ts';
import { changeGroup, createGroup, deleteGroup } from '../accounts/groups.ts';
import { handOutSignInLink } from '../accounts/hand-out-sign-in-link.ts';
import { acceptInvitation, createInvitation, revokeInvitation } from '../accounts/invitations.ts';
import { changePerson, createPerson } from '../accounts/people.ts';
import { createSignInLink, signInWithLink, signOut } from '../sessions.ts';

let scratch: ScratchConsole;
beforeEach(async () => {
  scratch = await openScratchConsole();
});
afterEach(() => scratch.close());

const owner = { ...somebody('owner'), address: '192.0.2.1' };
const from = { address: '192.0.2.7', agent: 'browser' };
const base = 'http://localhost:3000';
const tokenIn = (url: string) => new URL(url).searchParams.get('token');

async function told() {
  return (await house.store.pageOfAudit({ limit: 100 })).entries.reverse();
}
const acts = async () => (await told()).map(({ act, who }) => `${who.name} ${act}`);

test('signing in and out is told: who, how and from where', async () => {
  const { url } = await createSignInLink(house, base);
  const session = await signInWithLink(house, tokenIn(url), new Date(), from);
  await signOut(house, session);
  await signOut(house, session);
  expect(await acts()).toEqual(['gatehouse sign_in_link.made', 'owner session.started', 'owner session.ended']);
  const [, started] = await told();
  expect(started).toMatchObject({ who: { person: 'owner', via: 'link', address: '192.0.2.7' } });
  expect(JSON.stringify(await told())).not.toContain(session);
});

test('invitations, accounts, roles and groups are told with what changed', async () => {
  const ada = await createPerson(house, owner, { name: 'Ada', role: 'viewer' });
  await changePerson(house, owner, ada.id, { role: 'editor' });
  await changePerson(house, owner, ada.id, { closed: true });
  const group = await createGroup(house, owner, { name: 'team', members: [] });
  await changeGroup(house, owner, group.id, { members: [ada.id] });
  await deleteGroup(house, owner, group.id);
  const { id } = await createInvitation(house, owner, { name: 'Ben', role: 'operator', groups: [] }, base);
  await revokeInvitation(house, owner, id);
  const { url } = await createInvitation(house, owner, { name: 'Cem', role: 'operator', groups: [] }, base);
  await acceptInvitation(house, { token: tokenIn(url), from });
  expect(await acts()).toEqual([
    'owner person.added',
    'owner person.role_changed',
    'owner person.closed',
    'owner group.added',
    'owner group.changed',
    'owner group.deleted',
    'owner invitation.made',
    'owner invitation.revoked',
    'owner invitation.made',
    'Cem person.added',
    'Cem invitation.accepted',
    'Cem session.started',
  ]);
  expect((await told())[1]).toMatchObject({ subject: ada.id, details: { role: { from: 'viewer', to: 'editor' } } });
  expect(JSON.stringify(await told())).not.toContain(tokenIn(url));
});

test('tokens, handed-out links and ended sessions are told', async () => {
  const { id, token } = await createApiToken(house, owner, { name: 'deploy', scopes: ['see'] });
  await revokeApiToken(house, owner, id);
  const ada = await createPerson(house, owner, { name: 'Ada', role: 'viewer' });
  const { url } = await handOutSignInLink(house, owner, ada.id, base);
  await signInWithLink(house, tokenIn(url), new Date(), from);
  const person = { ...owner, name: 'Ada', person: { ...ada, groups: [] } };
  const [session] = await listSessions(house, ada, new Headers());
  await endSession(house, person, session?.id ?? '');
  await endOtherSessions(house, person, new Headers());
  expect(await acts()).toEqual([
    'owner token.made',
    'owner token.revoked',
    'owner person.added',
    'owner sign_in_link.made',
    'Ada session.started',
    'Ada session.ended',
    'Ada session.others_ended',
  ]);
  expect(JSON.stringify(await told())).not.toContain(token);
});

test('what is refused is not told', async () => {
  await expect(changePerson(house, owner, 'owner', { role: 'viewer' })).rejects.toThrow();
  await createPerson(house, owner, { name: 'Ada', email: 'ada@example.org', role: 'viewer' });
  await expect(createPerson(house, owner, { name: 'Eve', email: 'ada@example.org', role: 'viewer' })).rejects.toThrow();
  await expect(revokeApiToken(house, owner, 'none')).rejects.toThrow();
  await expect(revokeInvitation(house, owner, 'none')).rejects.toThrow();
  expect(await acts()).toEqual(['owner person.added']);
});
