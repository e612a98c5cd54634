// Who may call what: every address and page of the build, named here with the right that it asks for, against everybody who
// could come; server actions have a table of their own beside them. One that is not named fails the test, and so does one that lets in or keeps out somebody else
// than the table of rights says.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteHandler } from '#lib/http/route.ts';
import type { Right } from '#lib/people/may.ts';
import { runVerbs } from '#lib/runs/verbs.ts';
import { type Comer, type Coming, comerKinds, everybodyWhoComes, hasRight, type Place } from '#lib/testing/comers.ts';
import { type ScratchEngine, startScratchEngine } from '#lib/testing/scratch-engine.ts';
import { apiRoutes } from './openapi.json/api-routes.ts';

/** `asked`: whom the gate asks, and nobody else. `token`: only by the API token. `anyone`: the address says what it needs. */
type Needed = Right | 'anyone' | 'asked' | 'token';

const routes: Record<string, Needed> = {
  'GET /api/health': 'anyone',
  'GET /api/ready': 'anyone',
  'GET /api/keys': 'see',
  'POST /api/signatures': 'see',
  'POST /api/callbacks/{token}': 'anyone',
  'GET /api/metrics': 'see',
  'GET /api/openapi.json': 'see',
  'GET /api/schema': 'see',
  'GET /api/workflows': 'see',
  'GET /api/workflows/{name}': 'see',
  'PUT /api/workflows/{name}': 'edit_workflow',
  'POST /api/validate': 'see',
  'GET /api/runs': 'see',
  'POST /api/runs': 'start_run',
  'GET /api/runs/{runId}': 'see',
  'GET /api/runs/{runId}/events': 'see',
  'GET /api/runs/{runId}/state': 'see',
  'GET /api/runs/{runId}/timeline': 'see',
  'GET /api/runs/{runId}/artifacts': 'see',
  'GET /api/runs/{runId}/artifacts/{artifactId}': 'see',
  'GET /api/runs/{runId}/values/{hash}': 'see',
  'GET /api/runs/{runId}/bundle': 'see',
  'GET /api/runs/{runId}/export': 'see',
  'GET /api/runs/{runId}/logs': 'see',
  'POST /api/runs/{runId}/signals/{name}': 'control_run',
  'GET /api/runs/{runId}/gates/{gateId}': 'see',
  'POST /api/runs/{runId}/gates/{gateId}': 'asked',
  'POST /api/runs/{runId}/gates/{gateId}/claim': 'asked',
  'DELETE /api/runs/{runId}/gates/{gateId}/claim': 'asked',
  'GET /api/runs/{runId}/gates/{gateId}/links': 'share_gate',
  'POST /api/runs/{runId}/gates/{gateId}/links': 'share_gate',
  'DELETE /api/runs/{runId}/gates/{gateId}/links/{linkId}': 'share_gate',
  // The verb's own right is asked for once it is known which.
  'POST /api/bulk': 'control_run',
  'GET /api/bulk/{actId}': 'control_run',
  'DELETE /api/bulk/{actId}': 'control_run',
  'GET /api/figures': 'see',
  'GET /api/gates': 'see',
  'GET /api/events': 'see',
  'POST /api/sign-in-links': 'token',
  'GET /api/me': 'see',
  'GET /api/people': 'see',
  'POST /api/people': 'administer',
  'GET /api/people/{personId}': 'see',
  'PATCH /api/people/{personId}': 'administer',
  'POST /api/people/{personId}/sign-in-links': 'administer',
  'GET /api/invitations': 'administer',
  'POST /api/invitations': 'administer',
  'DELETE /api/invitations/{invitationId}': 'administer',
  'GET /api/groups': 'see',
  'POST /api/groups': 'administer',
  'PATCH /api/groups/{groupId}': 'administer',
  'DELETE /api/groups/{groupId}': 'administer',
  'GET /api/tokens': 'own_account',
  'POST /api/tokens': 'own_account',
  'DELETE /api/tokens/{tokenId}': 'own_account',
  'GET /api/passkeys': 'own_account',
  'POST /api/passkeys': 'own_account',
  'DELETE /api/passkeys/{passkeyId}': 'own_account',
  'POST /api/passkeys/challenge': 'own_account',
  'GET /api/sessions': 'own_account',
  'DELETE /api/sessions/{sessionId}': 'own_account',
  'GET /api/audit': 'administer',
  'GET /api/disk': 'administer',
  'GET /api/stuck': 'administer',
  'POST /api/runs/{runId}/pause': 'control_run',
  'POST /api/runs/{runId}/resume': 'control_run',
  'POST /api/runs/{runId}/rollback': 'control_run',
  'POST /api/runs/{runId}/restart': 'control_run',
  'POST /api/runs/{runId}/move': 'control_run',
  'POST /api/runs/{runId}/again': 'start_run',
  'POST /api/runs/{runId}/fork': 'start_run',
  // Refused as long as the run goes on, for other reasons than who asks.
  'DELETE /api/runs/{runId}': 'delete_run',
  'POST /api/runs/{runId}/delete': 'delete_run',
  // These take something away, and come last.
  'POST /api/runs/{runId}/cancel': 'control_run',
  'POST /api/runs/{runId}/archive': 'keep_run',
  'POST /api/runs/{runId}/unarchive': 'keep_run',
  'DELETE /api/sessions': 'own_account',
};

const pages: Record<string, Right | 'anyone' | 'see administer'> = {
  'page.tsx': 'anyone',
  'layout.tsx': 'anyone',
  '(console)/layout.tsx': 'see',
  '(console)/bundles/page.tsx': 'see',
  '(console)/gates/page.tsx': 'see',
  '(console)/runs/page.tsx': 'see',
  '(console)/runs/bulk/page.tsx': 'see',
  '(console)/runs/bulk/[actId]/page.tsx': 'see',
  '(console)/runs/[runId]/page.tsx': 'see',
  '(console)/runs/[runId]/plan/page.tsx': 'see',
  '(console)/runs/[runId]/compare/page.tsx': 'see',
  '(console)/runs/[runId]/links/page.tsx': 'share_gate',
  '(console)/workflows/page.tsx': 'see',
  '(console)/workflows/[name]/page.tsx': 'see',
  '(console)/workflows/[name]/native/page.tsx': 'see',
  '(console)/settings/audit/page.tsx': 'administer',
  '(console)/settings/people/page.tsx': 'administer',
  '(console)/settings/profile/page.tsx': 'own_account',
  // Who may not administer is led to their profile.
  '(console)/settings/page.tsx': 'see administer',
};

const openToAnyone = [
  '/join',
  '/sign-in',
  '/sign-in/openid',
  '/sign-in/openid/callback',
  '/sign-in/passkey',
  '/sign-in/passkey/challenge',
  '/sign-out',
  '/g/{token}',
  '/g/{token}/a/{artifactId}',
  '/g/{token}/standing',
  '/g/{token}/v/{hash}',
];

let engine: ScratchEngine;
let coming: Coming;
beforeAll(async () => {
  engine = await startScratchEngine();
  coming = await everybodyWhoComes();
}, 120_000);
afterAll(() => engine.stop());

/** What the table of rights says, and nothing that the routes say. */
function isAllowed(at: string, needed: Needed, comer: Comer): boolean {
  const { role, sees, isAsked } = comer;
  if (needed === 'anyone') return true;
  if (role === null || needed === 'token') return false;
  if (needed === 'asked') return isAsked;
  if (!hasRight(comer, needed)) return false;
  if (!at.includes('{runId}') || sees) return true;
  return isAsked && at === 'GET /api/runs/{runId}/gates/{gateId}';
}

const verbs = Object.keys(runVerbs).map((verb) => `POST /api/runs/{runId}/${verb}`);
const addresses = Object.entries(apiRoutes).flatMap(([path, methods]) =>
  path.endsWith('/{verb}') ? verbs : Object.keys(methods).map((method) => `${method} ${path}`),
);

async function handlerOf(at: string): Promise<RouteHandler> {
  const [method = '', path = ''] = at.split(' ');
  if (path === '/api/openapi.json') return (await import('./openapi.json/route.ts')).GET;
  const found = verbs.includes(at) ? apiRoutes['/api/runs/{runId}/{verb}'] : apiRoutes[path];
  return found?.[method] as RouteHandler;
}

/** Whether it was let in: what is wrong with an empty request is found out later. */
async function isLetIn(at: string, { headers }: Comer, place: Place): Promise<boolean> {
  const [method = 'GET', path = ''] = at.split(' ');
  const over = new AbortController();
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const known: Record<string, string> = { ...place, personId: 'otto' };
  const params = Object.fromEntries(names.map((name) => [name, known[name] ?? 'x']));
  if (verbs.includes(at)) params.verb = path.split('/').at(-1) ?? '';
  const request = new Request(`http://localhost:3000${path}`, {
    method,
    headers,
    signal: over.signal,
    ...(method === 'GET' ? {} : { body: at.endsWith('/gates/{gateId}') ? '{"option":"yes"}' : '{}' }),
  });
  const response = await (await handlerOf(at))(request, { params: Promise.resolve(params) });
  if (response.status === 200 && method === 'GET' && path === '/api/events') {
    over.abort();
    return true;
  }
  const text = await response.text();
  over.abort();
  if (response.status === 401 || response.status === 403) return false;
  return !(response.status === 404 && text.includes(`There is no run \\"${place.runId}\\"`));
}

test('every address of the API is named, and nothing else is', () => {
  expect(Object.keys(routes).sort()).toEqual([...addresses, 'GET /api/openapi.json'].sort());
});

describe.each(comerKinds)('%s', (kind) => {
  test('may exactly what the table of rights says', async () => {
    const { comer, place } = coming[kind];
    const found: Record<string, boolean> = {};
    const expected: Record<string, boolean> = {};
    for (const [at, needed] of Object.entries(routes)) {
      expected[at] = isAllowed(at, needed, comer);
      found[at] = await isLetIn(at, comer, place);
    }
    expect(found).toEqual(expected);
  }, 120_000);
});

test('other addresses than those of the API ask for nothing but what they themselves are', async () => {
  const files = globSync('**/route.ts', { cwd: join(import.meta.dirname, '..') }).filter(
    (file) => !file.startsWith('api/'),
  );
  const found = files.map((file) => `/${file.replace('/route.ts', '')}`.replaceAll('[', '{').replaceAll(']', '}'));
  expect(found.sort()).toEqual([...openToAnyone].sort());
  for (const file of files) {
    const handlers = Object.values(await import(join(import.meta.dirname, '..', file))) as RouteHandler[];
    for (const { options } of handlers) expect([file, options.may]).toEqual([file, 'anyone']);
  }
});

test('every page and layout enters by the right that is named here', () => {
  const folder = join(import.meta.dirname, '..');
  const files = globSync('**/{page,layout}.tsx', { cwd: folder });
  expect(files.sort()).toEqual(Object.keys(pages).sort());
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    const entered = [...new Set([...text.matchAll(/enterPage\('(\w+)'\)/g)].map(([, right]) => right))];
    expect([file, entered.join(' ') || 'anyone']).toEqual([file, pages[file]]);
  }
});
