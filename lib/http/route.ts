// The one wrapper of every route handler: host, origin, who, body, errors, headers, in this order and with no way round.
import type { z } from 'zod';
import type { Console } from '../console/console.ts';
import { currentConsole } from '../console/current-console.ts';
import { AppError } from '../errors.ts';
import { commonHeaders, dataPolicy, pageReferrerPolicy } from '../html/security-headers.ts';
import { type Principal, principalOf } from '../people/principal.ts';
import { errorResponse, tellable } from './error-response.ts';
import { checkHost, checkOrigin, linkBase } from './own-origin.ts';
import { type BodyKind, type BodyOf, readBody } from './read-body.ts';

const defaultMaxBytes = 1024 * 1024;

/** The names of the variable parts of our addresses; a handler reads the ones its own address has. */
export type RouteParams = {
  runId: string;
  gateId: string;
  linkId: string;
  artifactId: string;
  name: string;
  token: string;
  verb: string;
};

export type RouteCall<Who, Body> = {
  house: Console;
  request: Request;
  params: RouteParams;
  principal: Who;
  body: Body;
  query: URLSearchParams;
  /** Where links that we hand out begin: GATEHOUSE_URL, else the checked host of this request. */
  base: string;
};

export type RouteResult = Response | { status: number; body?: unknown; headers?: Record<string, string> } | object;

type Options<Auth extends 'owner' | 'none', Kind extends BodyKind | undefined> = {
  auth?: Auth;
  body?: Kind;
  maxBytes?: number;
  /** For addresses that are a secret themselves and are called by programs: no page knows them. */
  anyOrigin?: boolean;
  /** How errors look, for handlers that answer with pages. */
  onError?: (error: AppError) => Response;
};

type Who<Auth> = Auth extends 'none' ? Principal | null : Principal;

export function route<
  const Auth extends 'owner' | 'none' = 'owner',
  const Kind extends z.ZodType | 'text' | 'form' | 'form-or-json' | undefined = undefined,
>(
  options: Options<Auth, Kind>,
  handle: (call: RouteCall<Who<Auth>, BodyOf<Kind>>) => Promise<RouteResult> | RouteResult,
) {
  return async (request: Request, context: { params: Promise<Partial<RouteParams>> }): Promise<Response> => {
    let publicUrl: string | null = null;
    try {
      const house = currentConsole();
      publicUrl = house.env.publicUrl;
      const host = checkHost(request.headers, publicUrl);
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (!isRead && !options.anyOrigin) checkOrigin(request.headers, host, publicUrl);
      const principal = await principalOf(house, request.headers);
      if (!principal && options.auth !== 'none') {
        throw new AppError('not_signed_in', 'Sign in, or send the API token as "Authorization: Bearer …".');
      }
      const body =
        options.body === undefined || isRead
          ? undefined
          : await readBody(request, options.body, options.maxBytes ?? defaultMaxBytes);
      const result = await handle({
        house,
        request,
        params: (await context.params) as RouteParams,
        principal: principal as Who<Auth>,
        body: body as BodyOf<Kind>,
        query: new URL(request.url).searchParams,
        base: linkBase(host, publicUrl),
      });
      return finish(toResponse(result), publicUrl);
    } catch (error) {
      return finish((options.onError ?? errorResponse)(tellable(error, request)), publicUrl);
    }
  };
}

function toResponse(result: RouteResult): Response {
  if (result instanceof Response) return result;
  if ('status' in result && typeof result.status === 'number') {
    const { status, body, headers } = result as { status: number; body?: unknown; headers?: Record<string, string> };
    return body === undefined ? new Response(null, { status, headers }) : Response.json(body, { status, headers });
  }
  return Response.json(result);
}

function finish(response: Response, publicUrl: string | null): Response {
  const headers = new Headers(response.headers);
  const defaults = {
    ...commonHeaders(publicUrl),
    'Content-Security-Policy': dataPolicy,
    'Referrer-Policy': pageReferrerPolicy,
    'Cache-Control': 'no-store',
  };
  for (const [name, value] of Object.entries(defaults)) if (!headers.has(name)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
