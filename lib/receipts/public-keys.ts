// The public half of what signs. A key's id is the beginning of its own SHA-256, so that whoever knows the id cannot be handed
// another key. A signature is written `<key id>:<base64url>`, an Ed25519 signature of the UTF-8 text.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';

export const publicKeyView = z
  .object({
    id: z.string().describe('The first 32 hexadecimal digits of the SHA-256 of its DER form'),
    algorithm: z.literal('Ed25519'),
    public_key: z.string().describe('PEM'),
    since: z.string().describe('From when on it has signed; the newest is the one that signs now'),
  })
  .meta({ id: 'PublicKey' });
export type PublicKey = z.infer<typeof publicKeyView>;

export function keyId(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 32);
}

export const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

/** Null for what is no Ed25519 key in PEM. */
export function readPublicKey(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** Whether this very text was signed by the key that the signature names. */
export function isSigned(text: string, signature: string, key: KeyObject): boolean {
  const [id, value = '', ...more] = signature.split(':');
  // Only one spelling of it counts: decoding is lenient, and a changed letter must not go unnoticed.
  const bytes = Buffer.from(value, 'base64url');
  if (more.length > 0 || id !== keyId(key) || bytes.toString('base64url') !== value) return false;
  return verify(null, Buffer.from(text), key, bytes);
}
