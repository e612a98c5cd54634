// Proof that an answer comes from a page we showed: bound to the link, the gate, what was shown and when. Nothing is stored.

import { createHmac } from 'node:crypto';
import type { Needs } from '../../console/console.ts';
import { isSameSecret } from '../secret-token.ts';

const life = 24 * 3_600_000;

export type Shown = { linkId: string; gateId: string; shown: string };

function sign(house: Needs<'ownerToken'>, { linkId, gateId, shown }: Shown, issuedAt: number): string {
  const key = createHmac('sha256', house.ownerToken).update('gatehouse gate answer').digest();
  return createHmac('sha256', key)
    .update(JSON.stringify([linkId, gateId, shown, issuedAt]))
    .digest('base64url');
}

export function issueAnswerNonce(house: Needs<'ownerToken'>, shown: Shown, at = Date.now()): string {
  return `${at}.${sign(house, shown, at)}`;
}

export function isFreshAnswerNonce(
  house: Needs<'ownerToken'>,
  nonce: string | null,
  shown: Shown,
  at = Date.now(),
): boolean {
  const match = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(nonce ?? '');
  if (!match) return false;
  const issuedAt = Number(match[1]);
  const isSigned = isSameSecret(match[2] as string, sign(house, shown, issuedAt));
  return isSigned && issuedAt <= at && at - issuedAt < life;
}
