// Checks a bundle without a console: every file against the manifest, the manifest against its signature, every answer against
// its own. All that is wrong is named. With keys that the checker brings, a good bundle is as the console has it; without, it
// is unaltered since whoever holds the key that it names signed it.
import { createHash } from 'node:crypto';
import { boundedLines } from './bounded-lines.ts';
import { artifactHashes, checkFiles, type Manifest, names, reasonOf } from './bundle-manifest.ts';
import { checkManifest } from './check-signatures.ts';
import { sha256 } from './manifest.ts';
import { type OpenZip, openZip } from './read-zip.ts';
import { believedKeys, type Keys, readKeys, type Trust } from './trusted-keys.ts';
import { answerChecker, type CheckedAnswer } from './verify-answers.ts';

export type VerifiedBundle = {
  problems: string[];
  run: string | null;
  files: number;
  answers: CheckedAnswer[];
  /** The key under the manifest. */
  key: string | null;
};

function newHash() {
  const hash = createHash('sha256');
  return { update: (chunk: Uint8Array) => hash.update(chunk), hex: () => hash.digest('hex') };
}

async function checkAnswers(zip: OpenZip, list: Manifest, keys: Keys) {
  const checker = answerChecker(list.run, keys, artifactHashes(list));
  const size = list.files.find(({ path }) => path === names.events)?.size ?? 0;
  for await (const line of boundedLines(zip.read(names.events, size))) checker.follow(JSON.parse(line));
  return checker;
}

async function verify(zip: OpenZip, trust: Trust | null): Promise<VerifiedBundle> {
  const { problems, texts, list } = await checkFiles(zip, newHash);
  const keys = believedKeys(trust, readKeys(texts?.keys ?? '') ?? new Map());
  const signed = texts ? checkManifest(sha256(texts.manifest), texts.signature, keys) : { problems: [], key: null };
  if (!list) {
    return { problems: [...new Set([...problems, ...signed.problems])], run: null, files: 0, answers: [], key: null };
  }
  const keysWereChanged = !trust?.keys.size && problems.some((one) => one.startsWith(names.keys));
  // With other keys in its place nothing could be good; that is said once.
  if (!keysWereChanged) problems.push(...signed.problems);
  const isNotWhole = problems.some((one) => one.startsWith(names.events)) || keysWereChanged;
  const checked = isNotWhole ? { answers: [], problems: [] } : await checkAnswers(zip, list, keys);
  return {
    problems: [...problems, ...checked.problems],
    run: list.run,
    files: list.files.length,
    answers: checked.answers,
    key: signed.key,
  };
}

/** `trust` says who may have signed it; without, the bundle's own keys are used. */
export async function verifyBundle(file: string, trust: Trust | null): Promise<VerifiedBundle> {
  let zip: OpenZip;
  try {
    zip = await openZip(file);
  } catch (error) {
    return {
      problems: [`the zip itself cannot be read: ${reasonOf(error)}`],
      run: null,
      files: 0,
      answers: [],
      key: null,
    };
  }
  try {
    return await verify(zip, trust);
  } catch (error) {
    return { problems: [`it cannot be read: ${reasonOf(error)}`], run: null, files: 0, answers: [], key: null };
  } finally {
    zip.close();
  }
}
