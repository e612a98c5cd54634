// Everything of a run as one zip, streamed: the run, its events, who decided what, every artifact in its node's folder,
// and a manifest with the SHA-256 of each of them. Constant memory: files are opened when it is their turn.
import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';
import { openArtifact } from '../clients/files.ts';
import { currentEnv } from '../current-env.ts';
import type { RunEvent } from '../engine/events.ts';
import { readRun } from '../runs/read-run.ts';
import { currentStore } from '../store/current-store.ts';

const pageSize = 500;
const seal = { mtime: new Date(0), compress: true };

type Entry = { path: string; size: number; sha256: string };

/** Notes size and hash of what flows through. */
function measured(path: string, source: Readable, entries: Entry[]): Readable {
  const hash = createHash('sha256');
  let size = 0;
  return source.pipe(
    new Transform({
      transform(chunk, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
      flush(done) {
        entries.push({ path, size, sha256: hash.digest('hex') });
        done();
      },
    }),
  );
}

async function* eventLines(runId: string, upTo: number): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const events = await currentStore().readEvents(runId, { after, before: upTo + 1, limit: pageSize });
    if (events.length > 0) yield events.map((event) => `${JSON.stringify(event)}\n`).join('');
    if (events.length < pageSize) return;
    after = (events.at(-1) as RunEvent).seq;
  }
}

const json = (value: unknown) => Readable.from([`${JSON.stringify(value, null, 2)}\n`]);

export async function bundleOf(runId: string): Promise<{ name: string; stream: Readable }> {
  const run = await readRun(runId);
  const store = currentStore();
  const artifacts = (await store.listArtifacts(runId)).filter(({ seq }) => seq <= run.seq);
  const record = await store.readRun(runId);
  const version = record && (await store.readWorkflowVersion(record.versionId));
  const decisions = run.gates
    .filter(({ answer }) => answer !== null)
    .sort((a, b) => (a.answer?.at ?? '').localeCompare(b.answer?.at ?? ''));
  const data = currentEnv().dataDirectory;
  const entries: Entry[] = [];
  const zip = new ZipFile();
  const add = (path: string, open: () => Readable | Promise<Readable>) => {
    zip.addReadStreamLazy(path, seal, (done) => {
      Promise.resolve()
        .then(open)
        .then(
          (source) => done(null, path === 'manifest.json' ? source : measured(path, source, entries)),
          (error) => done(error, null as never),
        );
    });
  };
  add('run.json', () => json(run));
  add('workflow.yaml', () => Readable.from([version?.source ?? '']));
  add('events.jsonl', () => Readable.from(eventLines(runId, run.seq)));
  add('decisions.json', () => json(decisions));
  for (const { node, visit, attempt, name, file } of artifacts) {
    add(`nodes/${node}/${visit}-${attempt}/artifacts/${name}`, async () => (await openArtifact(data, file)).stream);
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
