// The public keys of all that ever signed here, the newest last. They stay in the database when the key itself is changed.
import type { Needs } from '../../console/console.ts';
import type { PublicKey } from '../../receipts/public-keys.ts';
import { ownActor } from '../actor.ts';
import { auditEntry } from './audit-entry.ts';

const setting = 'public_keys';

export async function readPublicKeys(house: Needs<'store'>): Promise<PublicKey[]> {
  return JSON.parse((await house.store.readSetting(setting)) ?? '[]');
}

/** At the start: before anything is signed, its key is known. */
export async function keepPublicKey(house: Needs<'signer' | 'store'>): Promise<void> {
  const { id, publicKey } = house.signer;
  const known = await readPublicKeys(house);
  if (known.at(-1)?.id === id) return;
  const since = new Date().toISOString();
  const key: PublicKey = { id, algorithm: 'Ed25519', public_key: publicKey, since };
  const audit = auditEntry(ownActor('gatehouse'), 'key.changed', id, {}, since);
  await house.store.saveSetting(setting, JSON.stringify([...known.filter((one) => one.id !== id), key]), audit);
}
