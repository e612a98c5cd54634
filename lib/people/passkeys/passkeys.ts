// A person's passkeys, as they look after them.
import { z } from 'zod';
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import type { PasskeyRecord } from '../../store/contract/passkeys.ts';
import { type Actor, type Person, personOf } from '../actor.ts';
import { auditEntry } from '../audit/audit-entry.ts';

export const passkeyView = z
  .object({ id: z.string(), name: z.string(), created_at: z.string(), last_used_at: z.string().nullable() })
  .meta({ id: 'Passkey' });
export type PasskeyView = z.infer<typeof passkeyView>;

export const viewOf = ({ id, name, createdAt, lastUsedAt }: PasskeyRecord): PasskeyView => ({
  id,
  name,
  created_at: createdAt,
  last_used_at: lastUsedAt,
});

export async function listPasskeys({ store }: Needs<'store'>, person: Pick<Person, 'id'>): Promise<PasskeyView[]> {
  return (await store.listPasskeys(person.id)).map(viewOf);
}

export async function removePasskey({ store }: Needs<'store'>, actor: Actor, id: string): Promise<void> {
  const person = personOf(actor);
  const found = (await store.listPasskeys(person.id)).find((one) => one.id === id);
  const audit = auditEntry(actor, 'passkey.removed', person.id, { name: found?.name });
  if (found && (await store.deletePasskey(person.id, id, audit))) return;
  throw new AppError('not_found', 'There is no such passkey of yours; it may have been removed already.');
}
