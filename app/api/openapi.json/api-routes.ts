// Every route of the HTTP interface by its address, for the description of it. A test holds this against the folders.
import { z } from 'zod';
import type { ErrorCode } from '#lib/errors.ts';
import type { Described } from '#lib/http/openapi.ts';
import type { RouteHandler } from '#lib/http/route.ts';
import { runVerbs } from '#lib/runs/verbs.ts';
import * as audit from '../audit/route.ts';
import * as bulkAct from '../bulk/[actId]/route.ts';
import * as bulk from '../bulk/route.ts';
import * as callback from '../callbacks/[token]/route.ts';
import * as disk from '../disk/route.ts';
import * as changes from '../events/route.ts';
import * as figures from '../figures/route.ts';
import * as gates from '../gates/route.ts';
import * as group from '../groups/[groupId]/route.ts';
import * as groups from '../groups/route.ts';
import * as health from '../health/route.ts';
import * as invitation from '../invitations/[invitationId]/route.ts';
import * as invitations from '../invitations/route.ts';
import * as keys from '../keys/route.ts';
import * as me from '../me/route.ts';
import * as metrics from '../metrics/route.ts';
import * as passkey from '../passkeys/[passkeyId]/route.ts';
import * as passkeyChallenge from '../passkeys/challenge/route.ts';
import * as passkeys from '../passkeys/route.ts';
import * as person from '../people/[personId]/route.ts';
import * as personSignIn from '../people/[personId]/sign-in-links/route.ts';
import * as people from '../people/route.ts';
import * as ready from '../ready/route.ts';
import * as verb from '../runs/[runId]/[verb]/route.ts';
import * as artifact from '../runs/[runId]/artifacts/[artifactId]/route.ts';
import * as artifacts from '../runs/[runId]/artifacts/route.ts';
import * as bundle from '../runs/[runId]/bundle/route.ts';
import * as events from '../runs/[runId]/events/route.ts';
import * as record from '../runs/[runId]/export/route.ts';
import * as claim from '../runs/[runId]/gates/[gateId]/claim/route.ts';
import * as link from '../runs/[runId]/gates/[gateId]/links/[linkId]/route.ts';
import * as links from '../runs/[runId]/gates/[gateId]/links/route.ts';
import * as gate from '../runs/[runId]/gates/[gateId]/route.ts';
import * as logs from '../runs/[runId]/logs/route.ts';
import * as run from '../runs/[runId]/route.ts';
import * as signal from '../runs/[runId]/signals/[name]/route.ts';
import * as state from '../runs/[runId]/state/route.ts';
import * as timeline from '../runs/[runId]/timeline/route.ts';
import * as value from '../runs/[runId]/values/[hash]/route.ts';
import * as runs from '../runs/route.ts';
import * as schema from '../schema/route.ts';
import * as session from '../sessions/[sessionId]/route.ts';
import * as sessions from '../sessions/route.ts';
import * as signInLinks from '../sign-in-links/route.ts';
import * as signatures from '../signatures/route.ts';
import * as stuck from '../stuck/route.ts';
import * as token from '../tokens/[tokenId]/route.ts';
import * as tokens from '../tokens/route.ts';
import * as validate from '../validate/route.ts';
import * as workflow from '../workflows/[name]/route.ts';
import * as workflows from '../workflows/route.ts';

export const apiRoutes: Record<string, Record<string, RouteHandler>> = {
  '/api/health': health,
  '/api/ready': ready,
  '/api/metrics': metrics,
  '/api/keys': keys,
  '/api/signatures': signatures,
  '/api/audit': audit,
  '/api/workflows': workflows,
  '/api/workflows/{name}': workflow,
  '/api/validate': validate,
  '/api/schema': schema,
  '/api/runs': runs,
  '/api/runs/{runId}': run,
  '/api/runs/{runId}/events': events,
  '/api/runs/{runId}/logs': logs,
  '/api/runs/{runId}/state': state,
  '/api/runs/{runId}/timeline': timeline,
  '/api/runs/{runId}/artifacts': artifacts,
  '/api/runs/{runId}/artifacts/{artifactId}': artifact,
  '/api/runs/{runId}/values/{hash}': value,
  '/api/runs/{runId}/bundle': bundle,
  '/api/runs/{runId}/export': record,
  '/api/runs/{runId}/{verb}': verb,
  '/api/runs/{runId}/signals/{name}': signal,
  '/api/runs/{runId}/gates/{gateId}': gate,
  '/api/runs/{runId}/gates/{gateId}/claim': claim,
  '/api/runs/{runId}/gates/{gateId}/links': links,
  '/api/runs/{runId}/gates/{gateId}/links/{linkId}': link,
  '/api/bulk': bulk,
  '/api/bulk/{actId}': bulkAct,
  '/api/figures': figures,
  '/api/gates': gates,
  '/api/events': changes,
  '/api/callbacks/{token}': callback,
  '/api/sign-in-links': signInLinks,
  '/api/me': me,
  '/api/people': people,
  '/api/people/{personId}': person,
  '/api/people/{personId}/sign-in-links': personSignIn,
  '/api/invitations': invitations,
  '/api/invitations/{invitationId}': invitation,
  '/api/groups': groups,
  '/api/groups/{groupId}': group,
  '/api/tokens': tokens,
  '/api/tokens/{tokenId}': token,
  '/api/passkeys': passkeys,
  '/api/passkeys/{passkeyId}': passkey,
  '/api/passkeys/challenge': passkeyChallenge,
  '/api/sessions': sessions,
  '/api/sessions/{sessionId}': session,
  '/api/disk': disk,
  '/api/stuck': stuck,
};

/** As they are described: the one route of all verbs under the address of each. */
export function describedRoutes(): Record<string, Record<string, Described>> {
  const told = Object.entries(apiRoutes).flatMap(([path, methods]) => {
    const options = Object.entries(methods).map(([method, handler]) => [method, handler.options]);
    return path.endsWith('/{verb}') ? verbRoutes(path) : [[path, Object.fromEntries(options)]];
  });
  return Object.fromEntries(told);
}

const rewindPlan = z.record(z.string(), z.unknown()).meta({ id: 'Plan' });
const refusals: ErrorCode[] = ['not_found', 'conflict', 'run_ended', 'run_not_ended', 'invalid_inputs'];

function verbRoutes(path: string): [string, { POST: Described }][] {
  return Object.entries(runVerbs).map(([name, { may, summary, fields, plan, answer, leadsTo }]) => {
    const acted: Described['answers'] = leadsTo === 'new run' ? { 201: answer } : { 200: answer };
    const planned = { 200: leadsTo === 'new run' ? rewindPlan : z.union([answer, rewindPlan]) };
    const described: Described = { may, summary, body: fields, answers: acted, errors: refusals };
    const withPlan = { ...described, query: verb.POST.options.query, answers: { ...acted, ...planned } };
    return [path.replace('{verb}', name), { POST: plan ? withPlan : described }];
  });
}
