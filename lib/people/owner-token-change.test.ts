import { afterEach, beforeEach, expect, test } from 'vitest';
import { house } from '../testing/house.ts';
import { openScratchConsole, type ScratchConsole, scratchToken } from '../testing/scratch-console.ts';
import { endSessionsOfOtherToken } from './owner-token-change.ts';
import { createSignInLink, findLiveSession, signInWithApiToken, signInWithLink } from './sessions.ts';

let scratch: ScratchConsole;
beforeEach(async () => {
  scratch = await openScratchConsole();
});
afterEach(() => scratch.close());

const tokenIn = (url: string) => new URL(url).searchParams.get('token');

test('F7 a changed owner token ends every session and sign-in link; the same one ends none', async () => {
  await endSessionsOfOtherToken(house);
  const session = await signInWithApiToken(house, scratchToken);
  const { url } = await createSignInLink(house, 'http://localhost:3000');
  await endSessionsOfOtherToken(house);
  expect(await findLiveSession(house, session)).not.toBeNull();
  const other = { env: house.env, store: house.store, ownerToken: 'another-owner-token-9876543210' };
  await endSessionsOfOtherToken(other);
  expect(await findLiveSession(house, session)).toBeNull();
  await expect(signInWithLink(house, tokenIn(url))).rejects.toMatchObject({ code: 'not_signed_in' });
  const newer = await signInWithApiToken(other, other.ownerToken);
  await endSessionsOfOtherToken(other);
  expect(await findLiveSession(house, newer)).not.toBeNull();
});

test('sessions of a database that has not seen a token yet stay, and the token itself is nowhere in it', async () => {
  const session = await signInWithApiToken(house, scratchToken);
  await endSessionsOfOtherToken(house);
  expect(await findLiveSession(house, session)).not.toBeNull();
  expect(await scratch.store.readSetting('owner_token')).not.toContain(scratchToken);
});
