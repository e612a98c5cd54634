import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { bundleOf } from '../export/bundle.ts';
import { auditLines } from '../people/audit/read-chain.ts';
import { answerGate } from '../runs/answer-gate.ts';
import { addPeople, somebody } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { startNodes, whenAsked, whenStatus } from '../testing/scratch-run.ts';
import { names } from './bundle-manifest.ts';
import { signManifest } from './manifest.ts';
import { openZip } from './read-zip.ts';
import { loadSigner } from './signing-key.ts';
import { readKeys, type Trust } from './trusted-keys.ts';
import { verifyBundle } from './verify-bundle.ts';

let engine: ScratchEngine;
let directory: string;
let runId: string;
let bundle: string;
let trust: Trust;
let files: Map<string, Buffer>;

/** A run with files, a shown artifact, a large value, a vote and answers of people and of the console. */
beforeAll(async () => {
  engine = await startScratchEngine();
  await addPeople(house, somebody('ada'), somebody('ben'));
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-verify-'));
  runId = await startNodes({
    make: {
      type: 'cli',
      script: 'echo evidence > "$GATEHOUSE_ARTIFACTS/notes.txt"; head -c 200000 /dev/zero | tr "\\0" x',
    },
    tell: { type: 'gate', kind: 'info', message: 'Begun' },
    ask: { type: 'gate', kind: 'approval', quorum: 2, message: 'Good?', show: ['${make.artifacts}', '${make.stdout}'] },
  });
  const { id: gateId } = await whenAsked(runId);
  const ada = { ...somebody('ada'), address: '192.0.2.7' };
  await answerGate(house, { runId, gateId, option: 'yes', actor: ada });
  await answerGate(house, { runId, gateId, option: 'yes', comment: 'Good', actor: somebody('ben') });
  await whenStatus(runId, 'completed');
  bundle = join(directory, 'bundle.zip');
  writeFileSync(bundle, await buffer((await bundleOf(house, runId)).stream));
  trust = { keys: readKeys(house.signer.publicKey) ?? new Map(), ids: new Set() };
  files = await unpack(bundle);
});
afterAll(async () => {
  await engine.stop();
  rmSync(directory, { recursive: true });
});

async function unpack(file: string): Promise<Map<string, Buffer>> {
  const zip = await openZip(file);
  const found = new Map<string, Buffer>();
  for (const name of zip.names) found.set(name, await buffer(zip.read(name, 1e9)));
  zip.close();
  return found;
}

async function pack(name: string, changes: Record<string, Buffer | string | null>): Promise<string> {
  const zip = new ZipFile();
  for (const [path, bytes] of new Map([...files, ...Object.entries(changes)])) {
    if (bytes !== null) zip.addBuffer(Buffer.from(bytes), path, { compress: bytes.length > 1e6 });
  }
  zip.end();
  const file = join(directory, `${name}.zip`);
  writeFileSync(file, await buffer(zip.outputStream as unknown as AsyncIterable<Uint8Array>));
  return file;
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** Many zips, and many processes. */
const patience = 180_000;

test('the bundle of a run is good, with the console’s key and without any', async () => {
  for (const given of [trust, null, { keys: new Map(), ids: new Set([house.signer.id]) }]) {
    const checked = await verifyBundle(bundle, given);
    expect(checked).toMatchObject({ problems: [], run: runId, key: house.signer.id });
    expect(checked.answers.map(({ kind, answer, key }) => [kind, answer.by, key === house.signer.id])).toEqual([
      ['answer', 'auto', true],
      ['vote', 'ada', true],
      ['answer', 'ben', true],
    ]);
  }
});

test('a byte that was changed in any file is named by that file', { timeout: patience }, async () => {
  expect([...files.keys()]).toEqual(expect.arrayContaining(['run.json', 'workflow.json', names.events, names.keys]));
  expect([...files.keys()].some((name) => name.startsWith('values/'))).toBe(true);
  for (const [name, bytes] of files) {
    for (const at of new Set([0, bytes.length >> 1, bytes.length - 1])) {
      const file = await pack('changed', { [name]: flipped(bytes, at) });
      for (const given of [trust, null]) {
        const { problems } = await verifyBundle(file, given);
        expect([name, at, problems.filter((one) => one.startsWith(name)).length]).toEqual([name, at, 1]);
      }
    }
  }
});

test('a byte that was changed in the zip is found, or changes nothing of any file', { timeout: patience }, async () => {
  const bytes = readFileSync(bundle);
  const file = join(directory, 'flipped.zip');
  for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 150)) {
    writeFileSync(file, flipped(bytes, at));
    const { problems } = await verifyBundle(file, trust);
    if (problems.length === 0) expect([at, await unpack(file)]).toEqual([at, files]);
  }
});

test('a file that was taken out, put in or listed twice is named', async () => {
  const [artifact = ''] = [...files.keys()].filter((name) => name.endsWith('notes.txt'));
  expect((await verifyBundle(await pack('out', { [artifact]: null }), trust)).problems).toEqual([
    `${artifact} was changed: ${artifact} is not there`,
  ]);
  expect((await verifyBundle(await pack('in', { 'more.txt': 'x' }), trust)).problems).toEqual([
    'more.txt is not in the manifest',
  ]);
  for (const name of [names.manifest, names.signature, names.keys]) {
    expect((await verifyBundle(await pack('none', { [name]: null }), trust)).problems).toEqual([`${name} is missing`]);
  }
});

test('who changes a file and signs anew is known by the key, and cannot sign for the answers', async () => {
  const forger = loadSigner(mkdtempSync(join(directory, 'forger-')));
  const events = String(files.get(names.events)).replaceAll('"by":"ben"', '"by":"eve"');
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const forgedKeys = JSON.stringify({
    keys: [house.signer, forger].map(({ id, publicKey }) => ({ id, public_key: publicKey })),
  });
  const list = JSON.parse(String(files.get(names.manifest)));
  for (const entry of list.files) {
    const text = entry.path === names.events ? events : entry.path === names.keys ? forgedKeys : null;
    if (text !== null) Object.assign(entry, { size: Buffer.byteLength(text), sha256: hash(text) });
  }
  const manifest = JSON.stringify(list);
  const signature = signManifest(forger.sign, manifest);
  const changes = { [names.events]: events, [names.keys]: forgedKeys, [names.manifest]: manifest };
  const file = await pack('forged', { ...changes, [names.signature]: signature });
  const alone = await verifyBundle(file, null);
  expect(alone).toMatchObject({
    key: forger.id,
    problems: [expect.stringMatching(/by eve\) is not what was signed$/)],
  });
  expect((await verifyBundle(file, trust)).problems).toContain(
    `manifest.sig is by key ${forger.id}, which is not one of those given`,
  );
});

test('an answer from before there were signatures is told as unsigned', async () => {
  const db = new Database(join(engine.dataDirectory, 'gatehouse.db'));
  const old = await startNodes({ ask: { type: 'gate', kind: 'approval', on: { no: 'complete' } } });
  const { id } = await whenAsked(old);
  await answerGate(house, { runId: old, gateId: id, option: 'no', actor: somebody('ada') });
  await whenStatus(old, 'completed');
  db.prepare(`UPDATE "EventBatch" SET events = replace(events, ?, '') WHERE runId = ?`).run(
    `,"signature":"${(await house.store.readGate(old, id))?.answer?.signature}"`,
    old,
  );
  db.close();
  const file = join(directory, 'old.zip');
  writeFileSync(file, await buffer((await bundleOf(house, old)).stream));
  const checked = await verifyBundle(file, trust);
  expect(checked).toMatchObject({ problems: [], answers: [{ answer: { by: 'ada' }, key: null }] });
});

test('what is no bundle, a cut-off one and one that unpacks without end are refused, with little memory', {
  timeout: patience,
}, async () => {
  const text = join(directory, 'text.zip');
  writeFileSync(text, 'no zip at all');
  expect((await verifyBundle(text, null)).problems).toEqual([expect.stringContaining('the zip itself cannot be read')]);
  const cut = join(directory, 'cut.zip');
  writeFileSync(cut, readFileSync(bundle).subarray(0, 5000));
  expect((await verifyBundle(cut, null)).problems).toEqual([expect.stringContaining('the zip itself cannot be read')]);
  const bomb = await pack('bomb', { [names.manifest]: Buffer.alloc(100 * 1024 * 1024) });
  expect((await verifyBundle(bomb, null)).problems).toContain(
    'manifest.json was changed: it is longer than 67108864 bytes',
  );
  const grown = await pack('grown', { 'run.json': Buffer.alloc(100 * 1024 * 1024) });
  expect((await verifyBundle(grown, null)).problems).toEqual([
    expect.stringMatching(/^run.json was changed: it is longer/),
  ]);
});

test('the command says it in words, and needs no console', { timeout: patience }, async () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['lib/commands/cli/command-line.mjs', 'verify', ...args], {
      env: { ...process.env, GATEHOUSE_DATA: join(directory, 'nowhere') },
    }).catch((error) => error as { code: number; stdout: string; stderr: string });
  const key = join(directory, 'key.pem');
  writeFileSync(key, house.signer.publicKey);
  const { id } = house.signer;
  expect((await run(bundle, '--key', key)).stdout).toContain(`${bundle}: as answered (run ${runId}`);
  expect((await run(bundle, '--key', id)).stdout).toContain('as answered');
  const alone = (await run(bundle)).stdout;
  expect(alone).toContain(`unaltered since signed by key ${id}`);
  expect(alone).toContain(`answer "yes" to "Good?" by ben`);
  expect(alone).toContain(`from 192.0.2.7`);
  const changed = await run(await pack('told', { 'run.json': '{}' }));
  expect(changed).toMatchObject({ code: 1, stderr: expect.stringContaining('run.json was changed') });
  expect(await run(bundle, '--key', 'nothing')).toMatchObject({ code: 2, stderr: expect.stringContaining('--key') });
  const log = join(directory, 'audit.jsonl');
  const lines: string[] = [];
  for await (const line of auditLines(house)) lines.push(line);
  writeFileSync(log, `${lines.join('\n')}\n`);
  expect((await run(log, '--key', key)).stdout).toContain('as answered (audit log, entries 1 to');
  writeFileSync(log, `${lines.slice(0, -2).join('\n')}\n`);
  expect(await run(log)).toMatchObject({ code: 1, stderr: expect.stringContaining('cut off') });
});
