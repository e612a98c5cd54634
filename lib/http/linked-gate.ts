// The way into every address under /g/: a live link, or the same refusal for unknown, expired and revoked ones, which is
// also the only thing that is counted and limited.
import type { Needs } from '../console/console.ts';
import { AppError, errorStatus } from '../errors.ts';
import { noticePage } from '../html/plain-page.ts';
import { findGateLink } from '../people/gate-links.ts';
import { countWrongTry } from '../people/wrong-tries.ts';
import { clientAddress } from './client-address.ts';

export async function requireGateLink(
  house: Needs<'store' | 'wrongTries'>,
  token: string,
  headers: Headers,
): Promise<NonNullable<Awaited<ReturnType<typeof findGateLink>>>> {
  const link = await findGateLink(house, token);
  if (link) return link;
  await countWrongTry(house, 'gate link', clientAddress(headers));
  throw new AppError('not_found', 'There is no such link.');
}

/** Errors under /g/ as pages. A missing thing looks the same whatever is missing. */
export function gateLinkError(error: AppError): Response {
  if (error.code === 'not_found') {
    return noticePage({
      status: 404,
      title: 'This link does not work',
      text: 'It may have expired, been withdrawn, or been copied incompletely. Ask the person who sent it for a new one.',
    });
  }
  const status = errorStatus[error.code];
  const headers = status === 429 ? { 'Retry-After': '60' } : undefined;
  return noticePage({ status, title: 'Nothing was decided', text: error.message, headers });
}
