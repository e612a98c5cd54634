// For tests: everybody who could come to the console, each with a run of their own whose workflow is narrowed to a team and
// whose gate asks one person outside it.
import { createApiToken, revokeApiToken } from '../people/accounts/api-tokens.ts';
import { createGateLink } from '../people/gate-links.ts';
import { type Right, reaches, rights, type Scope, scopes } from '../people/may.ts';
import { startSession } from '../people/sessions.ts';
import { startRun } from '../runs/start-run.ts';
import { type Role, roles } from '../store/contract/people.ts';
import { addPeople, somebody } from './actors.ts';
import { house } from './house.ts';
import { whenAsked } from './scratch-run.ts';

const source = JSON.stringify({
  gatehouse: 1,
  name: 'Narrow',
  access: { see: ['team'] },
  nodes: { sure: { type: 'gate', kind: 'approval', assignees: ['asta'] } },
});

export type Comer = {
  headers: Record<string, string>;
  role: Role | null;
  /** Of a token that is limited to one. */
  scope?: Scope;
  sees: boolean;
  isAsked: boolean;
};
export type Place = { runId: string; gateId: string };

export const comerKinds = [
  ...(['anonymous', 'link', 'expired session', 'revoked token', ...roles] as const),
  ...(['person outside access', 'assignee outside access'] as const),
  ...scopes.map((scope) => `token to ${scope}` as const),
] as const;
export type Coming = Record<(typeof comerKinds)[number], { comer: Comer; place: Place }>;

/** What the table of rights says of a role, and of a token that is limited to one scope. */
export function hasRight({ role, scope }: Comer, right: Right): boolean {
  if (role === null || !reaches(role, rights[right].role)) return false;
  return scope === undefined || rights[right].scope === scope;
}

const from = { address: '10.0.0.1', agent: 'test' };
const own = { host: 'localhost:3000', origin: 'http://localhost:3000', 'content-type': 'application/json' };
const nobody = { role: null, sees: false, isAsked: false };

const cookie = async (personId: string, at = new Date()) => ({
  ...own,
  cookie: `gatehouse_session=${await startSession(house, { personId, wayIn: 'link', from }, at)}`,
});
const bearer = (token: string) => ({ ...own, authorization: `Bearer ${token}` });

async function newPlace(): Promise<Place> {
  const { id: runId } = await startRun(house, { source, actor: somebody('owner') });
  return { runId, gateId: (await whenAsked(runId)).id };
}

export async function everybodyWhoComes(): Promise<Coming> {
  const team = roles.map((role) => somebody(role, { role, groups: ['team'] }));
  await addPeople(house, ...team, somebody('otto', { role: 'operator' }), somebody('asta', { role: 'viewer' }));
  const revoked = await createApiToken(house, somebody('editor'), { name: 'old' });
  await revokeApiToken(house, somebody('editor'), revoked.id);
  const linked = await newPlace();
  const link = await createGateLink(house, { ...linked, actor: somebody('owner'), base: 'http://x' });
  const longAgo = new Date(Date.now() - 30 * 86_400_000);
  const member = async (role: Role) => ({
    comer: { headers: await cookie(role), role, sees: true, isAsked: false },
    place: await newPlace(),
  });
  const outside = async (headers: Comer['headers'], comer: Omit<Comer, 'headers'>) => ({
    comer: { headers, ...comer },
    place: await newPlace(),
  });
  const scoped = async (scope: Scope) => {
    const { token } = await createApiToken(house, somebody('administrator'), { name: scope, scopes: [scope] });
    const comer = { headers: bearer(token), role: 'administrator' as const, scope, sees: true, isAsked: false };
    return { comer, place: await newPlace() };
  };
  return {
    'token to see': await scoped('see'),
    'token to run': await scoped('run'),
    'token to answer': await scoped('answer'),
    'token to edit': await scoped('edit'),
    'token to administer': await scoped('administer'),
    anonymous: await outside(own, nobody),
    link: { comer: { headers: bearer(link.url.split('/').at(-1) ?? ''), ...nobody }, place: linked },
    'expired session': await outside(await cookie('administrator', longAgo), nobody),
    'revoked token': await outside(bearer(revoked.token), nobody),
    viewer: await member('viewer'),
    operator: await member('operator'),
    editor: await member('editor'),
    administrator: await member('administrator'),
    'person outside access': await outside(await cookie('otto'), { role: 'operator', sees: false, isAsked: false }),
    'assignee outside access': await outside(await cookie('asta'), { role: 'viewer', sees: false, isAsked: true }),
  };
}
