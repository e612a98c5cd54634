// What WebAuthn asks a browser for and how its answers are checked: the origin, the name of the console, the challenge, and
// that the authenticator has verified its person. What is not right is null, whatever was wrong with it.
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

/** Where passkeys belong to: the console's host name, and the origin of its pages. */
export type PasskeyPlace = { rpId: string; origin: string };
type StoredKey = { id: string; publicKey: string; counter: number };
type Answer = { answer: unknown; challenge: string; place: PasskeyPlace };

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const timeout = 120_000;

export function askForNewPasskey(
  { rpId }: PasskeyPlace,
  { challenge, name, known }: { challenge: string; name: string; known: string[] },
) {
  return generateRegistrationOptions({
    rpName: 'Gatehouse',
    rpID: rpId,
    // No user id of ours: a random one never takes the place of a passkey that another console at this name has made.
    userName: name,
    userDisplayName: name,
    challenge: bytes(challenge),
    timeout,
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

export function askForPasskey({ rpId }: PasskeyPlace, challenge: string) {
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: bytes(challenge),
    timeout,
    userVerification: 'required',
  });
}

export async function readNewPasskey({ answer, challenge, place }: Answer): Promise<StoredKey | null> {
  const { registrationInfo } = await verifyRegistrationResponse({
    response: answer as never,
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.rpId,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return null;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
}

/** Its new counter; one that has not grown is refused, unless the authenticator never counts. */
export async function readPasskeyUse(
  { answer, challenge, place }: Answer,
  { id, publicKey, counter }: StoredKey,
): Promise<number | null> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer as never,
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.rpId,
    credential: { id, publicKey: bytes(publicKey), counter },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified && authenticationInfo ? authenticationInfo.newCounter : null;
}
