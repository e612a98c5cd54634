// Who signed a bundle, and whether every answer in it is what was signed. The files themselves are looked at elsewhere
// (bundle-manifest.ts): here come the hash of their list, and the events that people's answers are in.
import type { RunEvent } from '../engine/events.ts';
import { names } from './bundle-manifest.ts';
import { isManifestSigned, readSignature } from './manifest.ts';
import { type Keys, readKeys, signerOf } from './trusted-keys.ts';
import { answerChecker } from './verify-answers.ts';

/** The signature first: what is not signed says nothing about the rest. */
export function checkManifest(hash: string, signature: string, keys: Keys): { problems: string[]; key: string | null } {
  const read = readSignature(signature);
  if (!read) return { problems: [`${names.signature} was changed`], key: null };
  const key = signerOf(read.signature);
  const signer = keys.get(key);
  if (!signer) return { problems: [`${names.signature} is by key ${key}, which is not one of those given`], key };
  if (!isManifestSigned(read, signer)) return { problems: [`${names.signature} was changed`], key };
  return { problems: hash === read.sha256 ? [] : [`${names.manifest} was changed`], key };
}

export type SignedParts = {
  run: string;
  /** SHA-256 of the list of files. */
  manifest: string;
  signature: string;
  keys: string;
  artifacts: { id: string; sha256: string }[];
  /** The gates and their answers. */
  events: readonly RunEvent[];
};

export type CheckedSignatures = { problems: string[]; key: string | null; is_own: boolean; answers: number };

/** By the console's own keys where one of them signed it; else by those that came along. */
export function checkSignatures(given: SignedParts, own: Keys): CheckedSignatures {
  const signer = signerOf(readSignature(given.signature)?.signature ?? '');
  const isOwn = own.has(signer);
  const keys: Keys = isOwn ? own : (readKeys(given.keys) ?? new Map());
  const { problems, key } = checkManifest(given.manifest, given.signature, keys);
  const checker = answerChecker(given.run, keys, given.artifacts);
  for (const event of given.events) checker.follow(event);
  return { problems: [...problems, ...checker.problems], key, is_own: isOwn, answers: checker.answers.length };
}
