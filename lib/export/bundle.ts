// Everything of a run as one zip, streamed: the run, its events, who decided what, the files it was given, every artifact in its node's folder,
// and a manifest with the SHA-256 of each of them. Constant memory: files are opened when it is their turn.

import { createHash } from 'node:crypto';
import { extname, relative } from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { openArtifact } from '../clients/files/files.ts';
import type { Needs } from '../console/console.ts';
import type { RunEvent } from '../engine/events.ts';
import { filesAmong, inputFilePath } from '../runs/inputs/file-inputs.ts';
import { readRun } from '../runs/read-run.ts';
import { graphOf } from '../runs/work/graph-of.ts';

const pageSize = 500;
const seal = { mtime: new Date(0), compress: true };

/** `recorded_sha256` is what was saved, where the file is gone or is no longer what it was. */
type Entry = { path: string; size: number; sha256: string; missing?: true; recorded_sha256?: string };

/** Notes size and hash of what flows through. */
async function* measured(path: string, source: Readable, entries: Entry[], recorded?: string) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    size += chunk.length;
    yield chunk;
  }
  const sha256 = hash.digest('hex');
  entries.push({ path, size, sha256, ...(recorded && recorded !== sha256 ? { recorded_sha256: recorded } : {}) });
}

async function* eventLines(house: Needs<'store'>, runId: string, upTo: number): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const events = await house.store.readEvents(runId, { after, before: upTo + 1, limit: pageSize });
    if (events.length > 0) yield events.map((event) => `${JSON.stringify(event)}\n`).join('');
    if (events.length < pageSize) return;
    after = (events.at(-1) as RunEvent).seq;
  }
}

async function* artifactBytes(data: string, file: string, path: string, entries: Entry[], recorded: string) {
  const { stream } = await openArtifact(data, file);
  yield* measured(path, stream, entries, recorded);
}

/** Some systems know no difference between `same.txt` and `SAME.txt`: there the second would take the first one's place. */
function freePaths(): (path: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    const extension = extname(wanted);
    const stem = wanted.slice(0, wanted.length - extension.length);
    let path = wanted;
    for (let count = 2; taken.has(path.normalize('NFC').toLowerCase()); count++) path = `${stem}-${count}${extension}`;
    taken.add(path.normalize('NFC').toLowerCase());
    return path;
  };
}

const json = (value: unknown) => Readable.from([`${JSON.stringify(value, null, 2)}\n`]);

export async function bundleOf(
  house: Needs<'env' | 'store' | 'workflows'>,
  runId: string,
): Promise<{ name: string; stream: Readable }> {
  const run = await readRun(house, runId);
  const store = house.store;
  const artifacts = (await store.listArtifacts(runId)).filter(({ seq }) => seq <= run.seq);
  const record = await store.readRun(runId);
  const version = record && (await store.readWorkflowVersion(record.versionId));
  const decisions = run.gates
    .filter(({ answer }) => answer !== null)
    .sort((a, b) => (a.answer?.at ?? '').localeCompare(b.answer?.at ?? ''));
  const data = house.env.dataDirectory;
  const entries: Entry[] = [];
  const zip = new ZipFile();
  const add = (path: string, open: () => Readable) => zip.addReadStreamLazy(path, seal, (done) => done(null, open()));
  const addMeasured = (path: string, source: () => Readable) =>
    add(path, () => Readable.from(measured(path, source(), entries)));
  addMeasured('run.json', () => json(run));
  addMeasured('workflow.yaml', () => Readable.from([version?.source ?? '']));
  addMeasured('events.jsonl', () => Readable.from(eventLines(house, runId, run.seq)));
  addMeasured('decisions.json', () => json(decisions));
  const given = record ? filesAmong(await graphOf(house, record.versionId), run.inputs) : [];
  const files = [
    ...given.map(({ input, file: { name, sha256 } }) => ({
      path: `inputs/${input}/${name}`,
      file: relative(data, inputFilePath(house, run, input, name)),
      sha256,
    })),
    ...artifacts.map(({ node, visit, attempt, name, file, sha256 }) => ({
      path: `nodes/${node}/${visit}-${attempt}/artifacts/${name}`,
      file,
      sha256,
    })),
  ];
  const free = freePaths();
  for (const { path: wanted, file, sha256 } of files) {
    const path = free(wanted);
    // A file that is gone is told in the manifest; the rest of the bundle is as good as before.
    const opened = await openArtifact(data, file).catch(() => null);
    opened?.stream.destroy();
    if (!opened) {
      entries.push({ path, size: 0, sha256: '', missing: true, recorded_sha256: sha256 });
      continue;
    }
    add(path, () => Readable.from(artifactBytes(data, file, path, entries, sha256)));
  }
  add('manifest.json', () =>
    json({
      format: 'gatehouse-bundle/1',
      run: runId,
      workflow: run.workflow,
      status: run.status,
      seq: run.seq,
      files: entries,
    }),
  );
  zip.end();
  return { name: `${run.workflow}-${runId}.zip`, stream: zip.outputStream as unknown as Readable };
}
