import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import { type Actor, readPerson } from '../actor.ts';
import { assertMay } from '../may.ts';
import { createSignInLink } from '../sessions.ts';
import { assertWayOpen } from '../ways-in.ts';

/** A one-time link that an administrator hands to somebody. One's own is asked for with the API token, as ever. */
export async function handOutSignInLink(
  house: Needs<'env' | 'store'>,
  actor: Actor,
  personId: string,
  base: string,
): Promise<{ url: string; expires_at: string }> {
  const person = await readPerson(house, personId);
  if (!person) throw new AppError('not_found', `There is no person ${personId} who could come in.`);
  if (person.id === actor.person?.id) assertMay(actor, 'make_sign_in_link');
  assertWayOpen(house, { personId: person.id, wayIn: 'link' });
  return createSignInLink(house, base, new Date(), person.id, actor);
}
