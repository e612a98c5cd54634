// The one way in which content of a workflow reaches the web. Only http and https, only public addresses (outbound-address)
// and the very address that was checked is dialled; redirects are followed by hand, and each hop is checked like the first.

import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Needs } from '../../console/console.ts';
import type { AllowedHost } from '../../env.ts';
import { messageOf } from '../../errors.ts';
import type { FetchReply, FetchRequest } from '../../nodes/contract/node-context.ts';
import { ClientFailure, isClientFailure } from '../../nodes/parts/client-failure.ts';
import { sizeWords } from '../../nodes/parts/large-value.ts';
import { addressesOf, type Resolve } from './outbound-address.ts';
import { readPage } from './page-text.ts';

const fetchLimits = { redirects: 5, milliseconds: 30_000, url: 8192 } as const;

type Options = {
  signal: AbortSignal;
  allowed?: readonly AllowedHost[];
  resolve?: Resolve;
  milliseconds?: number;
};
type Hop = { url: URL; method: string; headers: Record<string, string>; body: string | undefined };

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** They belong to the connection, which is ours. */
const ourHeaders =
  /^(host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|proxy-.*)$/i;

export async function fetchPage(house: Needs<'env'>, request: FetchRequest, options: Options): Promise<FetchReply> {
  const limit = AbortSignal.timeout(options.milliseconds ?? fetchLimits.milliseconds);
  const signal = AbortSignal.any([options.signal, limit]);
  let hop = firstHop(request);
  try {
    for (let hops = 0; hops <= fetchLimits.redirects; hops++) {
      const answer = await send(house, hop, options, signal);
      try {
        const next = nextHop(hop, answer);
        if (next === null) return await replyOf(house, hop, answer);
        hop = next;
      } finally {
        answer.destroy();
      }
    }
    throw failed(`more than ${fetchLimits.redirects} redirects; the last one led to ${hop.url.host}`);
  } catch (error) {
    throw told(error, hop.url.host, options.signal, limit);
  }
}

function failed(message: string): ClientFailure {
  return new ClientFailure('fetch_failed', message);
}

function refused(message: string): ClientFailure {
  return new ClientFailure('fetch_refused', message);
}

function told(error: unknown, host: string, stopped: AbortSignal, limit: AbortSignal): unknown {
  if (stopped.aborted) return new ClientFailure('aborted', `Fetching from ${host} was stopped`);
  if (limit.aborted) return failed(`${host} did not answer in full within ${fetchLimits.milliseconds / 1000} s`);
  return isClientFailure(error) ? error : failed(`${host} did not answer: ${messageOf(error)}`);
}

function checkedUrl(text: string, base?: URL): URL {
  const url = text.length > fetchLimits.url ? null : URL.parse(text, base);
  // Never cut: half a secret would not be found in the message any more.
  if (!url)
    throw refused(`${text.length > 200 ? `A text of ${text.length} characters` : `"${text}"`} is not an address`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused(`"${url.protocol}" is not fetched; give an address that starts with http: or https:`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refused(`The address of ${url.host} carries a user; send what it needs as a header`);
  }
  url.hash = '';
  // "example.org." is the same host; it must not pass by what is said about "example.org".
  url.hostname = url.hostname.replace(/\.$/, '');
  return url;
}

function firstHop({ url, method = 'GET', headers = {}, body }: FetchRequest): Hop {
  const verb = method.toUpperCase();
  if (!methods.has(verb)) throw refused(`"${method}" is not a method; use one of ${[...methods].join(', ')}`);
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) throw refused(`"${name}" is not the name of a header`);
    if (ourHeaders.test(name)) throw refused(`The header "${name}" belongs to the connection; leave it out`);
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) throw refused(`The header "${name}" has a character that none may have`);
  }
  return { url: checkedUrl(url), method: verb, headers, body };
}

async function send(house: Needs<'env'>, hop: Hop, options: Options, signal: AbortSignal): Promise<IncomingMessage> {
  const allowed = options.allowed ?? house.env.fetchAllowed;
  const addresses = await unlessAborted(addressesOf(hop.url, allowed, options.resolve), signal);
  const start = hop.url.protocol === 'https:' ? tlsRequest : plainRequest;
  const request: ClientRequest = start(hop.url, {
    method: hop.method,
    headers: { accept: '*/*', 'user-agent': 'gatehouse', ...lowered(hop.headers), 'accept-encoding': 'gzip, br' },
    // A connection of its own, and no proxy of the environment: what was checked is what is dialled.
    agent: false,
    lookup: pinnedTo(addresses),
    signal,
  });
  // Once there is an answer, what breaks is told by the answer.
  request.on('error', () => {}).end(hop.body);
  const [answer] = await once(request, 'response', { signal });
  return answer as IncomingMessage;
}

function lowered(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function pinnedTo(addresses: LookupAddress[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = addresses as [LookupAddress];
    if (all) done(null, addresses);
    else done(null, first.address, first.family);
  };
}

/** A name server that does not answer must not hold the attempt. */
async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const done = new AbortController();
  const aborted = once(signal, 'abort', { signal: done.signal }).then(() => Promise.reject(signal.reason));
  try {
    return await Promise.race([work, aborted]);
  } finally {
    aborted.catch(() => {});
    done.abort();
  }
}

/** Null when the answer is the end of the way. What a request carries goes only to the origin it was written for. */
function nextHop({ url, method, headers, body }: Hop, { statusCode = 0, headers: said }: IncomingMessage): Hop | null {
  if (![301, 302, 303, 307, 308].includes(statusCode) || said.location === undefined) return null;
  const next = checkedUrl(said.location, url);
  const isSame = next.origin === url.origin;
  const becomesGet = statusCode === 303 ? method !== 'HEAD' : statusCode < 303 && method === 'POST';
  const kept = isSame ? headers : {};
  if (becomesGet) return { url: next, method: 'GET', headers: kept, body: undefined };
  if (body !== undefined && !isSame) {
    throw refused(`${url.host} redirects what was sent to ${next.host}; send it there yourself if that is right`);
  }
  return { url: next, method, headers: kept, body };
}

async function replyOf({ env }: Needs<'env'>, { url }: Hop, answer: IncomingMessage): Promise<FetchReply> {
  const content = await readPage(answer, env.limits.page);
  if (content === null) {
    const words = `${url.href} is longer than ${sizeWords(env.limits.page)} (GATEHOUSE_MAX_PAGE); fetch a part of it`;
    throw new ClientFailure('value_too_large', words);
  }
  const type = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return { status: answer.statusCode ?? 0, url: url.href, type, content };
}
