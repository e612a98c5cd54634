// Signing in with a passkey. The passkey itself says whose it is; nobody types a name.
import { z } from 'zod';
import { askForPasskey, readPasskeyUse } from '../../clients/http/webauthn.ts';
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import { readPerson } from '../actor.ts';
import { tellingRefusal } from '../audit/refused-sign-ins.ts';
import { type Place, startSession } from '../sessions.ts';
import { checkWrongTries, countWrongTry } from '../wrong-tries.ts';
import { issueChallenge, readChallenge } from './passkey-challenge.ts';
import { assertPasskeyPlace } from './passkey-place.ts';

type House = Needs<'env' | 'ownerToken' | 'store' | 'wrongTries'>;

const named = z.looseObject({ id: z.string().max(1400) });

export async function beginPasskeySignIn(house: Needs<'env' | 'ownerToken'>, headers: Headers) {
  const place = assertPasskeyPlace(house, headers);
  const { challenge, cookie } = issueChallenge(house, 'sign-in');
  return { options: await askForPasskey(place, challenge), cookie };
}

/** Returns the new session's token, which only the browser keeps. Wrong tries count as those with other secrets do. */
export async function signInWithPasskey(
  house: House,
  { answer, headers, from }: { answer: string | null; headers: Headers; from: Place },
  at = new Date(),
): Promise<string> {
  await checkWrongTries(house, 'sign-in', from.address, at.getTime());
  const signIn = personWith(house, answer, headers, at).then((personId) =>
    startSession(house, { personId, wayIn: 'passkey', from }, at),
  );
  try {
    const refused = { via: 'passkey', door: 'console', address: from.address } as const;
    return await tellingRefusal(house, refused, signIn, at);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_signed_in') {
      await countWrongTry(house, 'sign-in', from.address, at.getTime());
    }
    throw error;
  }
}

const refused = () => new AppError('not_signed_in', 'This passkey does not open this console, or not with this try.');

async function personWith(house: House, text: string | null, headers: Headers, at: Date): Promise<string> {
  const place = assertPasskeyPlace(house, headers);
  const asked = readChallenge(house, 'sign-in', headers, at.getTime());
  if (!asked) throw new AppError('not_signed_in', 'This was not begun in this browser, or took too long; try again.');
  const answer = readAnswer(text);
  const passkey = answer && (await house.store.findPasskey(answer.id));
  if (!passkey) throw refused();
  const counter = await readPasskeyUse({ answer, challenge: asked.challenge, place }, passkey);
  if (counter === null) throw refused();
  if (!(await readPerson(house, passkey.personId))) {
    throw new AppError('forbidden', 'This account is closed; an administrator can open it again.');
  }
  if (await house.store.countPasskeyUse({ id: passkey.id, counter, at: at.toISOString() }, asked.answered)) {
    return passkey.personId;
  }
  throw refused();
}

function readAnswer(text: string | null): z.infer<typeof named> | null {
  try {
    return named.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}
