// The keys that a checker believes: PEM texts, or what `GET /api/keys` gave, or a bundle's own.
import type { KeyObject } from 'node:crypto';
import { keyId, readPublicKey } from './public-keys.ts';

export type Keys = Map<string, KeyObject>;

function pemsIn(text: string): string[] {
  try {
    const { keys = [] } = JSON.parse(text) as { keys?: { public_key?: unknown }[] };
    return keys.map(({ public_key }) => String(public_key));
  } catch {
    return [text];
  }
}

/** Each by the id that follows from it, whatever the text calls it. Null when something in it is no key. */
export function readKeys(text: string): Keys | null {
  const keys = pemsIn(text).map(readPublicKey);
  if (keys.length === 0 || keys.some((key) => key === null)) return null;
  return new Map((keys as KeyObject[]).map((key) => [keyId(key), key]));
}

/** Whom a checker believes: keys that they have, and keys of which they know the id. */
export type Trust = { keys: Keys; ids: ReadonlySet<string> };

/** Those that count: without anybody's word, the ones that came along. */
export function believedKeys(trust: Trust | null, own: Keys): Keys {
  if (!trust) return own;
  return new Map([...trust.keys, ...[...own].filter(([id]) => trust.ids.has(id))]);
}

export const signerOf = (signature: string): string => signature.split(':', 1)[0] ?? '';
