// Who sends a request. Wrong bearer tokens are counted and limited as every other secret that can be guessed. A program that
// sends the same wrong token again and again guesses nothing, and keeps nobody else of its address out.
import type { Needs } from '../console/console.ts';
import type { Actor } from '../people/actor.ts';
import { actorOf } from '../people/actor-of.ts';
import { tellRefused } from '../people/audit/refused-sign-ins.ts';
import { hashToken } from '../people/secret-token.ts';
import { checkWrongTries, countWrongTry } from '../people/wrong-tries.ts';
import { clientAddress } from './client-address.ts';

const mostRemembered = 1000;

const from = (address: string, actor: Actor | null) => actor && { ...actor, address };

export async function whoAsks(
  house: Needs<'env' | 'ownerToken' | 'store' | 'wrongTries'>,
  headers: Headers,
  door: Actor['door'],
): Promise<Actor | null> {
  const authorization = headers.get('authorization') ?? '';
  const address = clientAddress(headers);
  if (!/^bearer /i.test(authorization)) return from(address, await actorOf(house, headers, door));
  await checkWrongTries(house, 'token', address);
  const actor = await actorOf(house, headers, door);
  if (actor) return from(address, actor);
  const { lastTokens } = house.wrongTries;
  const guess = hashToken(authorization);
  if (lastTokens.get(address) === guess) return null;
  if (lastTokens.size >= mostRemembered) lastTokens.clear();
  lastTokens.set(address, guess);
  const isBearer = { via: 'token', door: 'api', address } as const;
  await tellRefused(house, isBearer, 'The token is unknown, has expired or was revoked.');
  await countWrongTry(house, 'token', address);
  return null;
}
