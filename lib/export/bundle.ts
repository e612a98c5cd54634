// Everything of a run as one zip, streamed: the run, its events, who decided what, its records, the files it was given, every artifact and all that was printed in its node's folder, the values that are too large for an
// event, its graph, with which it can be drawn again, run.html, which draws it without a console, and a signed manifest with the SHA-256 of each of them. Constant memory: files are opened when it is their turn.

import { createHash } from 'node:crypto';
import { extname, relative } from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { openArtifact } from '../clients/files/files.ts';
import { listValues, valueFile } from '../clients/files/value-files.ts';
import type { Needs } from '../console/console.ts';
import { readPublicKeys } from '../people/audit/kept-keys.ts';
import { type Manifest, type ManifestFile, names } from '../receipts/bundle-manifest.ts';
import { signManifest } from '../receipts/manifest.ts';
import { filesAmong, inputFilePath } from '../runs/inputs/file-inputs.ts';
import { readableGraph } from '../runs/readable-graph.ts';
import { looksLikeJson } from '../workflow/source/json-defect.ts';
import { printedFiles } from './printed-files.ts';
import { type ExportedRun, openExportedRun } from './records/exported-run.ts';
import { bundledRecords } from './records/index.ts';
import { type PageFile, readViewer, runHtml } from './run-html.ts';

const mostTexts = 1000;
const seal = { mtime: new Date(0), compress: true };

/** What is known of a file from when it was saved. */
type Known = Pick<ManifestFile, 'artifact' | 'log'> & { recorded?: string };

type BundledFile = Pick<ManifestFile, 'artifact' | 'log'> & { path: string; file: string; sha256?: string };

/** Notes size and hash of what flows through. */
async function* measured(path: string, source: Readable, entries: ManifestFile[], known: Known = {}) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of source) {
    const chunk = Buffer.from(part);
    hash.update(chunk);
    size += chunk.length;
    yield chunk;
  }
  const sha256 = hash.digest('hex');
  const { recorded, ...named } = known;
  const wasChanged = recorded !== undefined && recorded !== sha256;
  entries.push({ path, size, sha256, ...(wasChanged ? { recorded_sha256: recorded } : {}), ...named });
}

async function* eventLines({ events }: ExportedRun): AsyncGenerator<string> {
  for await (const page of events()) yield page.map((event) => `${JSON.stringify(event)}\n`).join('');
}

async function* artifactBytes(data: string, file: string, path: string, entries: ManifestFile[], known: Known) {
  const { stream } = await openArtifact(data, file);
  yield* measured(path, stream, entries, known);
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

const endingOf = (source: string) => (looksLikeJson(source) ? '.json' : '.yaml');

/** Those it followed before a person moved it to a newer one, the first of them first. */
async function earlierTexts({ store }: Needs<'store'>, runId: string): Promise<{ path: string; source: string }[]> {
  const restarts = await store.readEvents(runId, { limit: mostTexts, types: ['run_restarted'] });
  const ids = restarts.flatMap((event) => (event.type === 'run_restarted' && event.data.moved?.from) || []);
  const texts = await Promise.all(ids.map((id) => store.readWorkflowVersion(id)));
  return texts.map((text, index) => {
    const source = text?.source ?? '';
    return { path: `earlier/${index + 1}${endingOf(source)}`, source };
  });
}

/** Answers in their order, each with the account that stands behind it, since a name may be typed and may change. */
async function decisionsOf({ store }: Needs<'store'>, gates: ExportedRun['run']['gates']) {
  const answered = gates
    .filter(({ answer }) => answer !== null)
    .sort((a, b) => (a.answer?.at ?? '').localeCompare(b.answer?.at ?? ''));
  const people = await Promise.all(answered.map(({ answer }) => answer?.person && store.readPerson(answer.person)));
  return answered.map((gate, index) => {
    const person = people[index] || null;
    return { ...gate, decided_by: person && { id: person.id, name: person.name, email: person.email } };
  });
}

const json = (value: unknown) => Readable.from([`${JSON.stringify(value, null, 2)}\n`]);

export async function bundleOf(
  house: Needs<'env' | 'signer' | 'store' | 'workflows' | 'background'>,
  runId: string,
): Promise<{ name: string; stream: Readable }> {
  const exported = await openExportedRun(house, runId);
  const { run, graph, source, format, artifacts } = exported;
  const decisions = await decisionsOf(house, run.gates);
  const data = house.env.dataDirectory;
  const entries: ManifestFile[] = [];
  const free = freePaths();
  const pagePath = free('run.html');
  const viewer = await readViewer(house);
  const zip = new ZipFile();
  const add = (path: string, open: () => Readable) => zip.addReadStreamLazy(path, seal, (done) => done(null, open()));
  const addMeasured = (path: string, source: () => Readable) =>
    add(path, () => Readable.from(measured(path, source(), entries)));
  addMeasured('run.json', () => json(run));
  addMeasured(`workflow${endingOf(source)}`, () => Readable.from([source]));
  for (const { path, source } of await earlierTexts(house, runId)) addMeasured(path, () => Readable.from([source]));
  addMeasured(names.events, () => Readable.from(eventLines(exported)));
  addMeasured(names.graph, () => json(readableGraph(graph)));
  addMeasured('decisions.json', () => json(decisions));
  const keys = await readPublicKeys(house);
  addMeasured(names.keys, () => json({ keys }));
  for (const { folder, files } of bundledRecords(format)) {
    for (const { path, text, artifact } of files(exported)) {
      if (!artifact) addMeasured(free(folder ? `${folder}/${path}` : path), () => Readable.from(text()));
    }
  }
  const given = filesAmong(graph, run.inputs);
  const values = await listValues(data, { workflow: run.workflow, run: runId });
  const files: BundledFile[] = [
    ...values.map((sha256) => ({
      path: `values/${sha256}.json`,
      file: relative(data, valueFile(data, { workflow: run.workflow, run: runId }, sha256)),
      sha256,
    })),
    ...given.map(({ input, file: { name, sha256 } }) => ({
      path: `inputs/${input}/${name}`,
      file: relative(data, inputFilePath(house, run, input, name)),
      sha256,
    })),
    ...artifacts.map(({ id, node, visit, attempt, name, file, sha256 }) => ({
      artifact: id,
      path: `nodes/${node}/${visit}-${attempt}/artifacts/${name}`,
      file,
      sha256,
    })),
    ...(await printedFiles(house, run)),
  ];
  const drawn: PageFile[] = [];
  for (const { path: wanted, file, sha256, ...more } of files) {
    const path = free(wanted);
    // A file that is gone is told in the manifest; the rest of the bundle is as good as before.
    const opened = await openArtifact(data, file).catch(() => null);
    opened?.stream.destroy();
    if (!opened) {
      entries.push({ path, size: 0, sha256: '', missing: true, recorded_sha256: sha256 ?? '', ...more });
      continue;
    }
    drawn.push({ path, file, ...more });
    add(path, () =>
      Readable.from(artifactBytes(data, file, path, entries, { ...(sha256 ? { recorded: sha256 } : {}), ...more })),
    );
  }
  const name = `${run.workflow}-${runId}.zip`;
  if (viewer) addMeasured(pagePath, () => Readable.from(runHtml(house, viewer, exported, name, drawn)));
  let list = '';
  add(names.manifest, () => {
    const { workflow, status, seq } = run;
    const whole: Manifest = { format: 'gatehouse-bundle/1', run: runId, workflow, status, seq, files: entries };
    list = `${JSON.stringify(whole, null, 2)}\n`;
    return Readable.from([list]);
  });
  add(names.signature, () => Readable.from([signManifest(house.signer.sign, list)]));
  zip.end();
  return { name, stream: zip.outputStream as unknown as Readable };
}
