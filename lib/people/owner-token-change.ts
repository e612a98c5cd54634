// A changed owner's token ends every session and sign-in link that was made under the old one. What is stored of the token
// is a slow hash: it may be a phrase that somebody chose.
import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Needs } from '../console/console.ts';
import { ownActor } from './actor.ts';
import { auditEntry } from './audit/audit-entry.ts';
import { isSameSecret } from './secret-token.ts';

const setting = 'owner_token';

async function slowHash(token: string, salt: string): Promise<string> {
  const bytes = (await promisify(scrypt)(token, salt, 32)) as Buffer;
  return bytes.toString('base64url');
}

/** At the start. The sessions go before the new token is remembered: a crash in between ends them again, never fewer. */
export async function endSessionsOfOtherToken(house: Needs<'ownerToken' | 'store'>): Promise<void> {
  const { store, ownerToken } = house;
  const [knownSalt, known] = (await store.readSetting(setting))?.split(' ') ?? [];
  if (knownSalt && known) {
    if (isSameSecret(await slowHash(ownerToken, knownSalt), known)) return;
    await store.deleteAllSessions(auditEntry(ownActor('gatehouse'), 'session.all_ended', null));
    console.log("The owner's token has changed: everybody is signed out.");
  }
  const salt = randomBytes(16).toString('base64url');
  await store.saveSetting(setting, `${salt} ${await slowHash(ownerToken, salt)}`);
}
