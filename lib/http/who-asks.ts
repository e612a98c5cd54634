// Who sends a request. Wrong bearer tokens are counted and limited as every other secret that can be guessed.
import type { Needs } from '../console/console.ts';
import { type Actor, actorOf } from '../people/actor.ts';
import { checkWrongTries, countWrongTry } from '../people/wrong-tries.ts';
import { clientAddress } from './client-address.ts';

export async function whoAsks(
  house: Needs<'env' | 'ownerToken' | 'store' | 'wrongTries'>,
  headers: Headers,
  door: Actor['door'],
): Promise<Actor | null> {
  const isToken = /^bearer /i.test(headers.get('authorization') ?? '');
  if (isToken) await checkWrongTries(house, 'token', clientAddress(headers));
  const actor = await actorOf(house, headers, door);
  if (isToken && !actor) await countWrongTry(house, 'token', clientAddress(headers));
  return actor;
}
