// Gives every page a fresh CSP nonce and the security headers, and refuses foreign hosts, and changes that a foreign page
// sends to a server action, early: what an action throws could only be told as 500. It never decides who may do what: pages,
// actions and handlers do that themselves and stay safe without this file.

import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server.js';
import { currentConsole } from './lib/console/current-console.ts';
import { AppError } from './lib/errors.ts';
import {
  commonHeaders,
  dataPolicy,
  fileHeaders,
  nonceHeader,
  pagePolicy,
  pageReferrerPolicy,
  pathHeader,
} from './lib/html/security-headers.ts';
import { errorResponse } from './lib/http/error-response.ts';
import { checkHost, checkOrigin } from './lib/http/own-origin.ts';
import { isHandlerPath } from './lib/paths.ts';

export function proxy(request: NextRequest): Response {
  const { publicUrl } = currentConsole().env;
  const common = commonHeaders(publicUrl);
  try {
    const host = checkHost(request.headers, publicUrl);
    if (isToAction(request)) checkOrigin(request.headers, host, publicUrl);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return withHeaders(errorResponse(error), { ...common, 'Content-Security-Policy': dataPolicy });
  }
  if (request.nextUrl.pathname.startsWith('/_next/static/')) return withHeaders(NextResponse.next(), fileHeaders);
  // A policy set here would win over the one that handlers set themselves.
  if (isHandlerPath(request.nextUrl.pathname)) return withHeaders(NextResponse.next(), common);
  const nonce = randomBytes(16).toString('base64');
  const policy = pagePolicy(nonce, { isDevelopment: process.env.NODE_ENV === 'development' });
  const headers = new Headers(request.headers);
  headers.set(nonceHeader, nonce);
  headers.set(pathHeader, request.nextUrl.pathname + request.nextUrl.search);
  // Next reads the nonce for its own scripts from the request's policy.
  headers.set('Content-Security-Policy', policy);
  return withHeaders(NextResponse.next({ request: { headers } }), {
    ...common,
    'Content-Security-Policy': policy,
    'Referrer-Policy': pageReferrerPolicy,
  });
}

/** Handlers check the origin of a change themselves, and in their own words. */
function isToAction({ method, nextUrl }: NextRequest): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method) && !isHandlerPath(nextUrl.pathname);
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
