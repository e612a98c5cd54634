// What a passkey has to sign: random, for five minutes, for one purpose, and only in the browser that asked, whose cookie
// carries it with our signature. Nothing is stored until it is answered; then the store remembers that it was.
import { createHmac } from 'node:crypto';
import type { Needs } from '../../console/console.ts';
import type { AnsweredChallenge } from '../../store/contract/passkeys.ts';
import { hashToken, isSameSecret, newToken } from '../secret-token.ts';
import { type Cookie, cookieText, readCookie } from '../session-cookie.ts';

const cookie: Cookie = { name: 'gatehouse_passkey', seconds: 300 };
const life = cookie.seconds * 1000;

/** To sign in, or to add one to this person's account. */
type Purpose = 'sign-in' | { personId: string };
type House = Needs<'env' | 'ownerToken'>;

function sign({ ownerToken }: House, purpose: Purpose, issuedAt: number, challenge: string): string {
  const key = createHmac('sha256', ownerToken).update('gatehouse passkey challenge').digest();
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, issuedAt, challenge]))
    .digest('base64url');
}

export function issueChallenge(house: House, purpose: Purpose, at = Date.now()): { challenge: string; cookie: string } {
  const challenge = newToken();
  const kept = `${at}.${challenge}.${sign(house, purpose, at, challenge)}`;
  return { challenge, cookie: cookieText(house, cookie, kept) };
}

export const clearedChallengeCookie = (house: House) => cookieText(house, cookie, '');

export function readChallenge(
  house: House,
  purpose: Purpose,
  headers: Headers,
  at = Date.now(),
): { challenge: string; answered: AnsweredChallenge } | null {
  const match = /^(\d{1,15})\.([\w-]{43})\.([\w-]{43})$/.exec(readCookie(house, cookie, headers) ?? '');
  const [issuedAt, challenge = '', signature = ''] = [Number(match?.[1]), match?.[2], match?.[3]];
  const isOurs = match !== null && isSameSecret(signature, sign(house, purpose, issuedAt, challenge));
  if (!isOurs || issuedAt > at || at - issuedAt >= life) return null;
  const expiresAt = new Date(issuedAt + life).toISOString();
  return { challenge, answered: { hash: hashToken(challenge), expiresAt } };
}
