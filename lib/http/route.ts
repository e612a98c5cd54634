// The one wrapper of every route handler: host, who, origin, body, errors, headers, in this order and with no way round.
import type { z } from 'zod';
import type { Console } from '../console/console.ts';
import { currentConsole } from '../console/current-console.ts';
import type { AppError, ErrorCode } from '../errors.ts';
import { commonHeaders, dataPolicy, pageReferrerPolicy } from '../html/security-headers.ts';
import { assertSees, type Part } from '../people/access.ts';
import type { Actor } from '../people/actor.ts';
import { assertMay, type Right } from '../people/may.ts';
import { errorResponse, tellable } from './error-response.ts';
import { checkHost, checkOrigin, linkBase } from './own-origin.ts';
import { type QueryOf, type QueryShape, readQuery } from './query.ts';
import { type BodyKind, type BodyOf, readBody } from './read-body.ts';
import { whoAsks } from './who-asks.ts';

const defaultMaxBytes = 1024 * 1024;

/** The names of the variable parts of our addresses; a handler reads the ones its own address has. */
export type RouteParams = {
  runId: string;
  gateId: string;
  linkId: string;
  artifactId: string;
  hash: string;
  name: string;
  token: string;
  verb: string;
  personId: string;
  groupId: string;
  tokenId: string;
  passkeyId: string;
  sessionId: string;
  invitationId: string;
  actId: string;
};

export type RouteCall<Who, Body, Query> = {
  house: Console;
  request: Request;
  params: RouteParams;
  actor: Who;
  body: Body;
  query: Query;
  /** Where links that we hand out begin: GATEHOUSE_URL, else the checked host of this request. */
  base: string;
};

export type RouteResult = Response | { status: number; body?: unknown; headers?: Record<string, string> } | object;

/** What a route takes and gives: read by the wrapper below and by the description of the API alike. */
export type RouteOptions = {
  /** The right that is asked for; `anyone` may come without an account. */
  may: Right | 'anyone';
  query?: QueryShape;
  body?: BodyKind;
  maxBytes?: number;
  /** For addresses that are a secret themselves and are called by programs: no page knows them. */
  anyOrigin?: boolean;
  /** How errors look, for handlers that answer with pages. */
  onError?: (error: AppError) => Response;
  /** One sentence for the description of the API. */
  summary?: string;
  /** By status: the schema of the answer, or its media type; null for an answer without a body. */
  answers?: Record<number, z.ZodType | string | null>;
  /** How it may refuse, besides what the wrapper refuses. */
  errors?: ErrorCode[];
};

type Who<May> = May extends 'anyone' ? Actor | null : Actor;

export type RouteHandler = {
  (request: Request, context: { params?: Promise<Partial<RouteParams>> }): Promise<Response>;
  options: RouteOptions;
};

export function route<const Options extends RouteOptions>(
  options: Options,
  handle: (
    call: RouteCall<Who<Options['may']>, BodyOf<Options['body']>, QueryOf<Options['query']>>,
  ) => Promise<RouteResult> | RouteResult,
): RouteHandler {
  const {
    may,
    query = {},
    body,
    maxBytes = defaultMaxBytes,
    anyOrigin,
    onError = errorResponse,
  }: RouteOptions = options;
  const handler = async (request: Request, context: { params?: Promise<Partial<RouteParams>> }): Promise<Response> => {
    let publicUrl: string | null = null;
    try {
      const house = currentConsole();
      publicUrl = house.env.publicUrl;
      const host = checkHost(request.headers, publicUrl);
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const actor = await whoAsks(house, request.headers, 'api');
      if (!isRead && !anyOrigin) checkOrigin(request.headers, host, publicUrl, actor);
      if (may !== 'anyone') assertMay(actor, may);
      // An address without variable parts has none.
      const params = ((await context.params) ?? {}) as RouteParams;
      if (may !== 'anyone' && actor && params.runId !== undefined)
        await assertSees(house, actor, params.runId, partOf(may, params));
      const result = await handle({
        house,
        request,
        params,
        actor: actor as Who<Options['may']>,
        query: readQuery(query, new URL(request.url).searchParams) as QueryOf<Options['query']>,
        body: (body === undefined || isRead ? undefined : await readBody(request, body, maxBytes)) as BodyOf<
          Options['body']
        >,
        base: linkBase(host, publicUrl),
      });
      return finish(toResponse(result), publicUrl);
    } catch (error) {
      return finish(onError(tellable(error, request)), publicUrl);
    }
  };
  return Object.assign(handler, { options });
}

/** What of a run being asked suffices for: to see and answer the gate itself, and to see what it shows; not to share it. */
function partOf(may: Right, { gateId, artifactId, hash }: RouteParams): Part {
  return { gateId: may === 'be_asked' || may === 'see' ? gateId : undefined, artifactId, hash };
}

function toResponse(result: RouteResult): Response {
  if (result instanceof Response) return result;
  if ('status' in result && typeof result.status === 'number') {
    const { status, body, headers } = result as { status: number; body?: unknown; headers?: Record<string, string> };
    return body === undefined ? new Response(null, { status, headers }) : jsonResponse(body, status, headers);
  }
  return jsonResponse(result, 200);
}

/** What fits into one packet is sent as it is: compressing it takes longer than all the rest of the answer. */
const worthCompressing = 1024;

function jsonResponse(body: unknown, status: number, given?: Record<string, string>): Response {
  const text = JSON.stringify(body);
  const headers = new Headers(given);
  if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  if (text.length < worthCompressing && !headers.has('Cache-Control'))
    headers.set('Cache-Control', 'no-store, no-transform');
  return new Response(text, { status, headers });
}

function finish(response: Response, publicUrl: string | null): Response {
  const defaults = {
    ...commonHeaders(publicUrl),
    'Content-Security-Policy': dataPolicy,
    'Referrer-Policy': pageReferrerPolicy,
    'Cache-Control': 'no-store',
  };
  for (const [name, value] of Object.entries(defaults))
    if (!response.headers.has(name)) response.headers.set(name, value);
  return response;
}
