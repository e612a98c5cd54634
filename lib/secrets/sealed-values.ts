// Seals the values of secrets for the database with AES-256-GCM, bound to the run they belong to. The key is a file of the
// data directory, made when it is first needed: a database that is stolen alone gives nothing away.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../errors.ts';

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const version = '1.';

export function sealValues(dataDirectory: string, runId: string, values: Record<string, string>): string {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, readKey(dataDirectory) ?? makeKey(dataDirectory), nonce);
  sealing.setAAD(Buffer.from(runId));
  const body = Buffer.concat([sealing.update(JSON.stringify(values)), sealing.final()]);
  return version + Buffer.concat([nonce, sealing.getAuthTag(), body]).toString('base64');
}

/** Null when they cannot be read: there is no key, or it is another one, or they were changed. */
export function openValues(dataDirectory: string, runId: string, sealed: string): Record<string, string> | null {
  const key = readKey(dataDirectory);
  if (!key || !sealed.startsWith(version)) return null;
  const bytes = Buffer.from(sealed.slice(version.length), 'base64');
  const tagEnd = nonceBytes + tagBytes;
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    opening.setAAD(Buffer.from(runId));
    opening.setAuthTag(bytes.subarray(nonceBytes, tagEnd));
    return JSON.parse(Buffer.concat([opening.update(bytes.subarray(tagEnd)), opening.final()]).toString());
  } catch {
    return null;
  }
}

const keyFile = (dataDirectory: string) => join(dataDirectory, 'secret.key');

function readKey(dataDirectory: string): Buffer | null {
  const file = keyFile(dataDirectory);
  let key: Buffer;
  try {
    key = readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (key.length === keyBytes) return key;
  const message = `${file} does not hold ${keyBytes} bytes; restore it, or move it away to begin with a new key`;
  throw new AppError('unavailable', message, { kind: 'operational' });
}

/** Written aside and linked: nobody ever reads half a key, and of two that are made at once the first one stays. */
function makeKey(dataDirectory: string): Buffer {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const file = keyFile(dataDirectory);
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(draft, randomBytes(keyBytes), { mode: 0o600, flag: 'wx', flush: true });
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKey(dataDirectory) as Buffer;
}
