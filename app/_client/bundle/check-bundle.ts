// Whether a bundle is what was signed. Its files are hashed here, one after the other; what people signed is looked at by the
// console, which knows its own keys: the list's hash and signature and the answers are all that it is sent.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { RunEvent } from '#lib/engine/events.ts';
import { paths } from '#lib/paths.ts';
import { artifactHashes, checkFiles, names, reasonOf } from '#lib/receipts/bundle-manifest.ts';
import type { OpenBundle } from './open-bundle.ts';

export type BundleVerdict = {
  problems: string[];
  files: number;
  answers: number;
  /** The key under the list; null where nobody's signature could be read. */
  key: string | null;
  /** It is a key of this console. */
  isOwn: boolean;
};

/** Of one request, which may have a megabyte. */
const mostAtOnce = 600_000;

function newHash() {
  const hash = sha256.create();
  return { update: (chunk: Uint8Array) => hash.update(chunk), hex: () => bytesToHex(hash.digest()) };
}

export async function checkBundle(
  { zip, events }: OpenBundle,
  onFile: (done: number, of: number) => void,
): Promise<BundleVerdict> {
  const { problems, texts, list } = await checkFiles(zip, newHash, onFile);
  const verdict: BundleVerdict = { problems, files: list?.files.length ?? 0, answers: 0, key: null, isOwn: false };
  if (!texts || !list) return verdict;
  const artifacts = artifactHashes(list);
  const parts = { run: list.run, signature: texts.signature, keys: texts.keys };
  const manifest = bytesToHex(sha256(utf8ToBytes(texts.manifest)));
  try {
    for (const some of batches(answerEvents(events))) {
      const shown = new Set(
        some
          .flatMap((event) => (event.type === 'gate_opened' ? event.data.gate.show : []))
          .map(({ artifact }) => artifact),
      );
      const found = await ask({
        ...parts,
        manifest,
        events: some,
        artifacts: artifacts.filter(({ id }) => shown.has(id)),
      });
      verdict.answers += found.answers;
      verdict.key = found.key;
      verdict.isOwn = found.is_own;
      // With other keys in its place nothing could be good; that is said once.
      const isSaid = !found.is_own && problems.some((one) => one.startsWith(names.keys));
      if (!isSaid) problems.push(...found.problems.filter((one) => !problems.includes(one)));
    }
  } catch (error) {
    problems.push(`the signatures could not be looked at: ${reasonOf(error)}`);
  }
  return verdict;
}

/** Gate by gate: an answer is checked against what its own gate showed. */
function answerEvents(events: readonly RunEvent[]): RunEvent[][] {
  const gates = new Map<string, RunEvent[]>();
  for (const event of events) {
    if (event.type === 'gate_opened') gates.set(event.data.gate.id, [event]);
    if (event.type === 'gate_answered' || event.type === 'gate_voted') {
      const of = gates.get(event.data.gate) ?? [];
      gates.set(event.data.gate, [...of, event]);
    }
  }
  return [...gates.values()];
}

function* batches(gates: RunEvent[][]): Generator<RunEvent[]> {
  let batch: RunEvent[] = [];
  let size = 0;
  for (const gate of gates) {
    const length = JSON.stringify(gate).length;
    if (size + length > mostAtOnce && batch.length > 0) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(...gate);
    size += length;
  }
  yield batch;
}

type Found = { problems: string[]; key: string | null; is_own: boolean; answers: number };

async function ask(body: object): Promise<Found> {
  const response = await fetch(paths.api.checkSignatures(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the console answered ${response.status}`);
  return (await response.json()) as Found;
}
