// Adding a passkey to one's own account, in the browser that one is signed in with.
import { z } from 'zod';
import { askForNewPasskey, readNewPasskey } from '../../clients/http/webauthn.ts';
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import { type Actor, personOf } from '../actor.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { assertWayOpen } from '../ways-in.ts';
import { issueChallenge, readChallenge } from './passkey-challenge.ts';
import { assertPasskeyPlace } from './passkey-place.ts';
import { type PasskeyView, viewOf } from './passkeys.ts';

const mostPasskeys = 20;
type House = Needs<'env' | 'ownerToken' | 'store'>;

export const newPasskey = z.strictObject({
  name: z.string().trim().min(1).max(100),
  answer: z.unknown().describe('What the browser made of the challenge'),
});

export async function beginPasskey(house: House, actor: Actor, headers: Headers) {
  const { id, name } = personOf(actor);
  assertWayOpen(house, { personId: id, wayIn: 'passkey' });
  const place = assertPasskeyPlace(house, headers);
  const known = (await house.store.listPasskeys(id)).map((one) => one.id);
  if (known.length >= mostPasskeys) {
    throw new AppError('conflict', `You have ${mostPasskeys} passkeys; remove one first.`);
  }
  const { challenge, cookie } = issueChallenge(house, { personId: id });
  return { options: await askForNewPasskey(place, { challenge, name, known }), cookie };
}

export async function addPasskey(
  house: House,
  actor: Actor,
  { name, answer }: z.infer<typeof newPasskey>,
  headers: Headers,
  at = new Date(),
): Promise<PasskeyView> {
  const personId = personOf(actor).id;
  assertWayOpen(house, { personId, wayIn: 'passkey' });
  const place = assertPasskeyPlace(house, headers);
  const asked = readChallenge(house, { personId }, headers, at.getTime());
  if (!asked) throw new AppError('conflict', 'This was not begun in this browser, or took too long; try again.');
  const key = await readNewPasskey({ answer, challenge: asked.challenge, place });
  if (!key) throw new AppError('bad_request', 'This passkey could not be checked; try to add it again.');
  const passkey = { ...key, personId, name, createdAt: at.toISOString(), lastUsedAt: null };
  const audit = auditEntry(actor, 'passkey.added', personId, { name }, passkey.createdAt);
  if (await house.store.createPasskey(passkey, asked.answered, audit)) return viewOf(passkey);
  throw new AppError('conflict', 'This passkey was added already.');
}
