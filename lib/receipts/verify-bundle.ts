// Checks a bundle without a console: every file against the manifest, the manifest against its signature, every answer against
// its own. All that is wrong is named. With keys that the checker brings, a good bundle is as the console has it; without, it
// is unaltered since whoever holds the key that it names signed it.
import { createHash } from 'node:crypto';
import { boundedLines } from './bounded-lines.ts';
import {
  isManifestSigned,
  type Manifest,
  type ManifestFile,
  manifest,
  names,
  readSignature,
  sha256,
} from './manifest.ts';
import { type OpenZip, openZip } from './read-zip.ts';
import { believedKeys, type Keys, readKeys, signerOf, type Trust } from './trusted-keys.ts';
import { answerChecker, type CheckedAnswer } from './verify-answers.ts';

const megabyte = 1024 * 1024;
const mostManifest = 64 * megabyte;

export type VerifiedBundle = {
  problems: string[];
  run: string | null;
  files: number;
  answers: CheckedAnswer[];
  /** The key under the manifest. */
  key: string | null;
};

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function readText(zip: OpenZip, name: string, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of zip.read(name, most)) chunks.push(chunk);
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}

async function problemOfFile(zip: OpenZip, { path, size, sha256: wanted, missing, recorded_sha256 }: ManifestFile) {
  if (missing) return `${path} was gone already when the bundle was made`;
  if (recorded_sha256) return `${path} was changed already when the bundle was made`;
  const hash = createHash('sha256');
  try {
    for await (const chunk of zip.read(path, size)) hash.update(chunk);
  } catch (error) {
    return `${path} was changed: ${reasonOf(error)}`;
  }
  return hash.digest('hex') === wanted ? null : `${path} was changed`;
}

/** The signature first: what is not signed says nothing about the rest. */
function problemsOfManifest(text: string, signature: string, keys: Keys): { problems: string[]; key: string | null } {
  const read = readSignature(signature);
  if (!read) return { problems: [`${names.signature} was changed`], key: null };
  const key = signerOf(read.signature);
  const signer = keys.get(key);
  if (!signer) return { problems: [`${names.signature} is by key ${key}, which is not one of those given`], key };
  if (!isManifestSigned(read, signer)) return { problems: [`${names.signature} was changed`], key };
  return { problems: sha256(text) === read.sha256 ? [] : [`${names.manifest} was changed`], key };
}

function readManifest(text: string): Manifest | null {
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function checkAnswers(zip: OpenZip, { run, files }: Manifest, keys: Keys) {
  const artifacts = files.flatMap(({ artifact, sha256: found, recorded_sha256 }) =>
    artifact ? [{ id: artifact, sha256: recorded_sha256 ?? found }] : [],
  );
  const checker = answerChecker(run, keys, artifacts);
  const size = files.find(({ path }) => path === names.events)?.size ?? 0;
  for await (const line of boundedLines(zip.read(names.events, size))) checker.follow(JSON.parse(line));
  return checker;
}

async function verify(zip: OpenZip, trust: Trust | null): Promise<VerifiedBundle> {
  const nothing = { run: null, files: 0, answers: [], key: null };
  const absent = [names.manifest, names.signature, names.keys].filter((name) => !zip.names.includes(name));
  if (absent.length > 0) return { ...nothing, problems: absent.map((name) => `${name} is missing`) };
  const problems: string[] = [];
  const texts = { manifest: '', signature: '', keys: '' };
  for (const part of ['manifest', 'signature', 'keys'] as const) {
    try {
      texts[part] = await readText(zip, names[part], part === 'manifest' ? mostManifest : megabyte);
    } catch (error) {
      problems.push(`${names[part]} was changed: ${reasonOf(error)}`);
    }
  }
  const keys = believedKeys(trust, readKeys(texts.keys) ?? new Map());
  const signed =
    problems.length > 0 ? { problems: [], key: null } : problemsOfManifest(texts.manifest, texts.signature, keys);
  const list = readManifest(texts.manifest);
  if (!list)
    return { ...nothing, problems: [...problems, ...new Set([...signed.problems, `${names.manifest} was changed`])] };
  const listed = new Set(list.files.map(({ path }) => path));
  for (const file of list.files) {
    const problem = await problemOfFile(zip, file);
    if (problem) problems.push(problem);
  }
  const added = zip.names.filter((name) => !listed.has(name) && name !== names.manifest && name !== names.signature);
  problems.push(...added.map((name) => `${name} is not in the manifest`));
  const keysWereChanged = !trust?.keys.size && problems.some((one) => one.startsWith(names.keys));
  // With other keys in its place nothing could be good; that is said once.
  if (!keysWereChanged) problems.push(...signed.problems);
  const whole = problems.some((one) => one.startsWith(names.events)) || keysWereChanged;
  const checked = whole ? { answers: [], problems: [] } : await checkAnswers(zip, list, keys);
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
