// Which addresses are ours. A request must name a loopback host or the host of GATEHOUSE_URL (against DNS rebinding), and
// whatever changes something must come from a page of ours or from a program that shows a token (against forged requests).
import { AppError } from '../errors.ts';
import { isLoopbackName } from '../paths.ts';
import type { Actor } from '../people/actor.ts';

/** The checked Host header, in lower case. Forwarded headers are never believed. */
export function checkHost(headers: Headers, publicUrl: string | null): string {
  const host = (headers.get('host') ?? '').toLowerCase();
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/.exec(host);
  if (match && isLoopbackName(match[1] as string)) return host;
  if (match && publicUrl !== null && new URL(publicUrl).host === host) return host;
  throw new AppError(
    'wrong_host',
    `This console does not answer to "${host.slice(0, 100)}". Use localhost, or set GATEHOUSE_URL to the address people use.`,
  );
}

/** Whoever shows a right token is a program; a page of somebody else's has none to show. */
export function checkOrigin(
  headers: Headers,
  host: string,
  publicUrl: string | null,
  actor: Pick<Actor, 'via'> | null = null,
): void {
  const origin = headers.get('origin');
  if (origin === null) {
    if (actor?.via === 'token' || headers.get('sec-fetch-site') === 'same-origin') return;
    throw new AppError(
      'wrong_origin',
      'The request does not say which page it comes from; send it from the console itself.',
    );
  }
  const isOurs = origin === `http://${host}` || origin === `https://${host}` || origin === publicUrl;
  if (!isOurs) throw new AppError('wrong_origin', 'The request comes from a page of another address and was refused.');
}

/** Where links that we hand out begin. */
export function linkBase(host: string, publicUrl: string | null): string {
  return publicUrl ?? `http://${host}`;
}
