// The key that signs answers, bundles and the end of the audit log: a file of the data directory, readable by the console
// alone, made at the first start. To change it, move the file away and start again: the public keys of earlier ones are kept
// in the database, so that what they signed can still be checked.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import { keyId, pemOf } from './public-keys.ts';

export type Signer = {
  /** Of the key that signs now. */
  id: string;
  /** PEM. */
  publicKey: string;
  sign(text: string): string;
};

export const signingKeyFile = (dataDirectory: string) => join(dataDirectory, 'signing.key');

export function loadSigner(dataDirectory: string): Signer {
  const key = readKey(dataDirectory) ?? makeKey(dataDirectory);
  const publicKey = createPublicKey(key);
  const id = keyId(publicKey);
  return {
    id,
    publicKey: pemOf(publicKey),
    sign: (text) => `${id}:${sign(null, Buffer.from(text), key).toString('base64url')}`,
  };
}

function readKey(dataDirectory: string): KeyObject | null {
  const file = signingKeyFile(dataDirectory);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
    chmodSync(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Told below.
  }
  const message = `${file} holds no Ed25519 key; restore it, or move it away to begin with a new one`;
  throw new AppError('unavailable', message, { kind: 'operational' });
}

/** Written aside and linked: nobody ever reads half a key, and of two that are made at once the first one stays. */
function makeKey(dataDirectory: string): KeyObject {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const file = signingKeyFile(dataDirectory);
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    writeFileSync(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx', flush: true });
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKey(dataDirectory) as KeyObject;
}
