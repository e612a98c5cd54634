import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { bundleOf } from '#lib/export/bundle.ts';
import { answerGate } from '#lib/runs/answer-gate.ts';
import { readRunPage } from '#lib/runs/read-run.ts';
import { stateAt } from '#lib/runs/work/live-run.ts';
import { tester } from '#lib/testing/actors.ts';
import { house } from '#lib/testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '#lib/testing/scratch-engine.ts';
import { startNodes, whenAsked, whenStatus } from '#lib/testing/scratch-run.ts';
import { openBundle } from './open-bundle.ts';
import { openZip } from './zip-file.ts';

let engine: ScratchEngine;
let runId: string;
let files: Map<string, Buffer>;

beforeAll(async () => {
  engine = await startScratchEngine();
  runId = await startNodes({
    make: {
      type: 'cli',
      script: 'echo "first line"; echo second; echo evidence > "$GATEHOUSE_ARTIFACTS/notes.txt"',
      save: { said: '${result.stdout}' },
    },
    ask: { type: 'gate', kind: 'approval', message: 'Good?', show: ['${make.artifacts}'] },
  });
  const { id: gateId } = await whenAsked(runId);
  await answerGate(house, { runId, gateId, option: 'yes', comment: 'Good', actor: tester });
  await whenStatus(runId, 'completed');
  const whole = await buffer((await bundleOf(house, runId)).stream);
  const zip = await openZip(new Blob([new Uint8Array(whole)]));
  files = new Map();
  for (const name of zip.names) files.set(name, await buffer(zip.read(name, 1e9)));
});
afterAll(() => engine.stop());

async function packed(changes: Record<string, string | null> = {}): Promise<File> {
  const zip = new ZipFile();
  for (const [path, bytes] of new Map<string, Buffer | string | null>([...files, ...Object.entries(changes)])) {
    if (bytes !== null) zip.addBuffer(Buffer.from(bytes), path);
  }
  zip.end();
  const bytes = await buffer(zip.outputStream as unknown as AsyncIterable<Uint8Array>);
  return new File([new Uint8Array(bytes)], 'bundle.zip');
}

const lines = () => String(files.get('events.jsonl')).trimEnd().split('\n');
const withEvents = (changed: string[]) => packed({ 'events.jsonl': `${changed.join('\n')}\n` });

test('the page of a bundle is the page of its run, and every moment of it is the same', async () => {
  const { page, source } = await openBundle(await packed());
  const live = await readRunPage(house, runId);
  expect(page.run.state).toEqual(live.run.state);
  expect(page.run.gates).toEqual(live.run.gates);
  expect(page.artifacts).toEqual(live.artifacts);
  expect(page.history).toEqual(live.history);
  expect(page.graph).toEqual(JSON.parse(JSON.stringify(live.graph)));
  for (let at = 1; at <= live.run.seq; at++)
    expect(await source.readState(runId, at)).toEqual(await stateAt(house, runId, at));
});

test('events, logs and files are read as the console reads them', async () => {
  const { page, source } = await openBundle(await packed());
  const last = page.run.seq;
  const seqs = async (range: object) => (await source.readEvents(runId, range)).map(({ seq }) => seq);
  expect(await seqs({ after: 2, limit: 2 })).toEqual([3, 4]);
  expect(await seqs({ before: last, limit: 2 })).toEqual([last - 2, last - 1]);
  const ofNode = await source.readEvents(runId, { after: 0, node: 'make', visit: 1 });
  expect(new Set(ofNode.map(({ node }) => node))).toEqual(new Set(['make']));
  const found = await source.searchEvents(runId, { text: 'Good?', errorsOnly: false }, {});
  expect([found.count, found.events.some(({ type }) => type === 'gate_opened')]).toEqual([found.events.length, true]);
  const place = { node: 'make', visit: 1, attempt: 1, stream: 'stdout' } as const;
  expect(await source.readLog(runId, place, { limit: 1 })).toMatchObject({ lines: ['second'], first: 2, total: 2 });
  expect(await source.searchLog(runId, place, 'FIRST')).toEqual({ matches: [1], count: 1 });
  expect(await source.readLog(runId, { ...place, stream: 'stderr' }, { limit: 9 })).toMatchObject({ total: 0 });
  const id = page.artifacts[0]?.id ?? '';
  expect(new TextDecoder().decode(await source.readBytes(runId, { kind: 'artifact', id }, 4))).toBe('evid');
  await expect(source.openFile(runId, { kind: 'artifact', id: 'none' })).rejects.toThrow('not in the bundle');
});

test('no file of a bundle is given an address as something that a browser would run', async () => {
  const html = lines().map((line) => line.replaceAll('"type":"text/plain"', '"type":"text/html"'));
  const { page, source, close } = await openBundle(await withEvents(html));
  const url = await source.openFile(runId, { kind: 'artifact', id: page.artifacts[0]?.id ?? '' });
  expect(page.artifacts[0]?.type).toBe('text/html');
  expect((await (await fetch(url)).blob()).type).toBe('application/octet-stream');
  close();
});

test('what is wrong with a bundle is said with the name of the thing', async () => {
  const refused = async (file: File | Promise<File>) =>
    openBundle(await file).then(
      () => 'it opens',
      (error: Error) => error.message,
    );
  expect(await refused(new File(['hello'], 'notes.zip'))).toMatch('notes.zip cannot be read as a zip');
  expect(await refused(packed({ 'manifest.json': null }))).toBe('bundle.zip is no bundle: it has no manifest.json.');
  expect(await refused(packed({ 'manifest.json': '{"format":"other"}' }))).toMatch(
    'its manifest.json is not that of one',
  );
  expect(await refused(packed({ 'graph.json': null }))).toMatch('has no graph.json');
  expect(await refused(packed({ 'graph.json': '{' }))).toMatch('graph.json cannot be read');
  expect(await refused(packed({ 'graph.json': '{"nodes":[{}]}' }))).toMatch('graph.json cannot be read: name');
  expect(await refused(packed({ 'events.jsonl': '' }))).toMatch('events.jsonl cannot be read: it has no events');
  expect(await refused(withEvents([...lines(), '{']))).toMatch(/events\.jsonl cannot be read: line \d+ is not JSON/);
  expect(await refused(withEvents([...lines(), '{"type":"other"}']))).toMatch(/line \d+ is no event/);
  expect(await refused(withEvents(lines().slice(1)))).toMatch('event 1 is missing');
  expect(await refused(withEvents(lines().toSpliced(3, 1)))).toMatch('event 4 is missing');
  const again = lines()[1]?.replace('"seq":2', `"seq":${lines().length + 1}`) ?? '';
  expect(await refused(withEvents([...lines(), again]))).toMatch('after the end of the run');
  const other = lines().map((line) => line.replaceAll(runId, 'another'));
  expect(await refused(withEvents(other))).toMatch('events.jsonl is of another run than manifest.json');
});

test('a bundle of a console that made none with a graph says so, and where the run is told instead', async () => {
  await expect(openBundle(await packed({ 'graph.json': null }))).rejects.toThrow(
    'bundle.zip has no graph.json: it was made by a console that could not draw bundles yet. Unpacked, its run.json and execution-log.md tell what happened.',
  );
});
