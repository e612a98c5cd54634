import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerGate } from '../runs/answer-gate.ts';
import { moveRun } from '../runs/rewind/move-run.ts';
import { startRun } from '../runs/start-run.ts';
import { addPeople, somebody, tester } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { startNodes, whenAsked, whenRun, whenStatus } from '../testing/scratch-run.ts';
import { bundleOf } from './bundle.ts';
import { exportRecord } from './export-record.ts';

let engine: ScratchEngine;
let directory: string;

beforeEach(async () => {
  engine = await startScratchEngine();
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-bundle-'));
});

afterEach(async () => {
  await engine.stop();
  rmSync(directory, { recursive: true });
});

async function unpacked(runId: string) {
  const { stream } = await bundleOf(house, runId);
  writeFileSync(join(directory, 'bundle.zip'), await buffer(stream));
  execFileSync('python3', ['-m', 'zipfile', '-e', 'bundle.zip', 'out'], { cwd: directory });
  return JSON.parse(readFileSync(join(directory, 'out', 'manifest.json'), 'utf8'));
}

test('a bundle tells of files that are gone or altered, and holds the rest', async () => {
  const script = 'cd "$GATEHOUSE_ARTIFACTS"; for n in kept gone altered; do echo $n > $n.txt; done';
  const runId = await startNodes({ make: { type: 'cli', script } });
  await whenStatus(runId, 'completed');
  const place = join(engine.dataDirectory, 'runs', 'scratch', runId, 'make', '1-1', 'artifacts');
  rmSync(join(place, 'gone.txt'));
  appendFileSync(join(place, 'altered.txt'), 'more');
  const { files } = await unpacked(runId);
  const of = (name: string) => files.find(({ path }: { path: string }) => path.endsWith(`/${name}.txt`));
  expect(of('kept')).not.toHaveProperty('recorded_sha256');
  expect(of('gone')).toMatchObject({ missing: true, recorded_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(of('altered').recorded_sha256).not.toBe(of('altered').sha256);
  expect(readFileSync(join(directory, 'out', of('kept').path), 'utf8')).toBe('kept\n');
});

test('M15 every bundle has the records of a run: a log, the state, checkpoints, and a folder for each node', async () => {
  const runId = await startNodes({ make: { type: 'cli', script: 'echo ä' }, keep: { type: 'checkpoint' } });
  await whenStatus(runId, 'completed');
  const { files } = await unpacked(runId);
  const paths: string[] = files.map(({ path }: { path: string }) => path);
  const records = [
    'execution-log.md',
    'state.yaml',
    'checkpoints/keep.json',
    'nodes/make/run.json',
    'nodes/make/events.jsonl',
  ];
  expect(paths).toEqual(expect.arrayContaining(records));
  expect(paths).not.toContain('session-state.json');
  for (const { path, size } of files) expect([path, statSync(join(directory, 'out', path)).size]).toEqual([path, size]);
  const alone = await exportRecord(house, runId, 'execution-log');
  expect((await buffer(alone.stream)).toString()).toBe(
    readFileSync(join(directory, 'out', 'execution-log.md'), 'utf8'),
  );
});

test('D2 a bundle holds the values that are too large for an event, by their hash', async () => {
  const print = `console.log(JSON.stringify(Array.from({ length: 20000 }, (_, id) => ({ id }))))`;
  const runId = await startNodes({ make: { type: 'cli', command: ['node', '-e', print], parse: 'json' } });
  const { state } = await whenStatus(runId, 'completed');
  const { value } = state.outputs.make as { value: { $value: string } };
  const { files } = await unpacked(runId);
  const entry = files.find(({ path }: { path: string }) => path === `values/${value.$value}.json`);
  expect(entry).toMatchObject({ sha256: value.$value });
  expect(JSON.parse(readFileSync(join(directory, 'out', entry.path), 'utf8'))).toHaveLength(20_000);
});

test('F17 names that differ only in case have a place of their own, and one that is not UTF-8 is kept under an escaped name', async () => {
  const script = `cd "$GATEHOUSE_ARTIFACTS"
    echo one > same.txt; echo two > SAME.txt; echo three > "$(printf 'caf\\351.txt')"
    cd "$GATEHOUSE_WORKSPACE" && mkdir "$(printf 'd\\351')" && echo four > "$(printf 'd\\351')/a.txt"`;
  const runId = await startNodes({ make: { type: 'cli', script, artifacts: ['**/a.txt'] } });
  await whenStatus(runId, 'completed');
  const { files } = await unpacked(runId);
  const paths: string[] = files
    .map(({ path }: { path: string }) => path)
    .filter((path: string) => path.includes('/artifacts/'));
  expect(paths.map((path) => path.split('/').at(-1)).sort()).toEqual([
    'SAME.txt',
    'caf%E9.txt',
    'd%E9-a.txt',
    'same-2.txt',
  ]);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  const words = paths.map((path) => readFileSync(join(directory, 'out', path), 'utf8').trim());
  expect(words.sort()).toEqual(['four', 'one', 'three', 'two']);
});

test('a bundle of a run that was moved to a newer text holds the earlier one too', async () => {
  const workflows = join(directory, 'workflows');
  mkdirSync(workflows);
  await engine.restart({ GATEHOUSE_WORKFLOWS: workflows });
  const write = (message: string) =>
    writeFileSync(
      join(workflows, 'note.yaml'),
      `gatehouse: 1\nname: Note\nnodes: { over: { type: end, message: ${message} } }\n`,
    );
  write('first');
  const { id } = await startRun(house, { workflow: 'note', actor: tester });
  await whenStatus(id, 'completed');
  write('second');
  await moveRun(house, { runId: id, actor: tester });
  await whenRun(id, ({ message }) => message === 'second');
  await unpacked(id);
  const text = (path: string) => readFileSync(join(directory, 'out', path), 'utf8');
  expect([text('earlier/1.yaml'), text('workflow.yaml')]).toEqual([
    expect.stringContaining('message: first'),
    expect.stringContaining('message: second'),
  ]);
});

test('who decided what names the person, and what answered it', async () => {
  const ada = somebody('ada', { email: 'ada@example.org' });
  await addPeople(house, ada);
  const runId = await startNodes({ sure: { type: 'gate', kind: 'approval' } });
  await answerGate(house, { runId, gateId: (await whenAsked(runId)).id, option: 'yes', actor: ada });
  await whenStatus(runId, 'completed');
  await unpacked(runId);
  expect(JSON.parse(readFileSync(join(directory, 'out', 'decisions.json'), 'utf8'))).toMatchObject([
    {
      answer: { option: 'yes', by: 'ada', person: 'ada', via: 'session' },
      decided_by: { id: 'ada', name: 'ada', email: 'ada@example.org' },
    },
  ]);
});

test('a bundle holds the graph and all that was printed, by attempt and stream, and no empty logs', async () => {
  const runId = await startNodes({
    talk: {
      type: 'cli',
      script: 'echo out; [ -e tried ] || { touch tried; echo no >&2; exit 1; }',
      retry: { attempts: 2 },
    },
  });
  await whenStatus(runId, 'completed');
  const { files } = await unpacked(runId);
  const logs = files.filter(({ log }: { log?: string }) => log);
  expect(logs.map(({ log, path }: { log: string; path: string }) => [log, path])).toEqual(
    ['talk/1-1/stdout', 'talk/1-1/stderr', 'talk/1-2/stdout'].map((log) => [log, `nodes/${log}.log`]),
  );
  expect(readFileSync(join(directory, 'out', 'nodes/talk/1-1/stderr.log'), 'utf8')).toBe('no\n');
  const graph = JSON.parse(readFileSync(join(directory, 'out', 'graph.json'), 'utf8'));
  expect(graph.nodes.map(({ id }: { id: string }) => id)).toContain('talk');
});
