// Sign-ins that were refused, in the audit log: from where, how and why, never what was shown. Anybody can cause them, so
// one address is told once a minute for each way in, and the last of a hundred an hour says that the rest is not told.
import type { Needs } from '../../console/console.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import type { WayIn } from '../../store/contract/sessions.ts';
import type { Actor } from '../actor.ts';
import { isTold } from '../wrong-tries.ts';
import { auditEntry } from './audit-entry.ts';

type Refused = { via: WayIn | `link:${string}:code`; door: Actor['door']; address: string; subject?: string };
type House = Needs<'store' | 'wrongTries'>;

const refusals: ReadonlySet<ErrorCode> = new Set(['not_signed_in', 'forbidden', 'not_found']);

export async function tellRefused(
  house: House,
  { via, door, address, subject }: Refused,
  reason: string,
  at = new Date(),
): Promise<void> {
  const isLink = via.startsWith('link:');
  const told = await isTold(house, isLink ? 'code' : `${door} ${via}`, address, at.getTime());
  if (told === 'no') return;
  const who = { name: 'somebody', person: null, via, door, address };
  const act = isLink ? 'link.code_refused' : door === 'api' ? 'token.refused' : 'session.refused';
  const details = { reason, ...(told === 'yes' ? {} : { more: 'not told within this hour' }) };
  await house.store.recordAudit(auditEntry(who, act, subject ?? null, details, at.toISOString()));
}

/** Tells what a sign-in is refused for, and passes it on. */
export async function tellingRefusal<Session>(
  house: House,
  refused: Refused,
  signIn: Promise<Session>,
  at = new Date(),
): Promise<Session> {
  return signIn.catch(async (error: unknown) => {
    if (error instanceof AppError && refusals.has(error.code)) await tellRefused(house, refused, error.message, at);
    throw error;
  });
}
