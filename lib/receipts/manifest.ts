// The signature under a bundle's list of its files (bundle-manifest.ts): canonical JSON (RFC 8785) of
// { format: "gatehouse-manifest/1", sha256 } with the hash of manifest.json, signed at the time of the export.
import { createHash, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from './canonical-json.ts';
import { isSigned } from './public-keys.ts';

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const signedText = (hash: string) => canonicalJson({ format: 'gatehouse-manifest/1', sha256: hash });

export function signManifest(sign: (text: string) => string, text: string): string {
  const hash = sha256(text);
  return `${JSON.stringify({ sha256: hash, signature: sign(signedText(hash)) }, null, 2)}\n`;
}

const manifestSignature = z.strictObject({ sha256: z.string(), signature: z.string() });
export type ManifestSignature = z.infer<typeof manifestSignature>;

/** Null for what is not written as the console writes it. */
export function readSignature(text: string): ManifestSignature | null {
  try {
    const read = manifestSignature.parse(JSON.parse(text));
    return `${JSON.stringify({ sha256: read.sha256, signature: read.signature }, null, 2)}\n` === text ? read : null;
  } catch {
    return null;
  }
}

export const isManifestSigned = (given: ManifestSignature, key: KeyObject) =>
  isSigned(signedText(given.sha256), given.signature, key);
