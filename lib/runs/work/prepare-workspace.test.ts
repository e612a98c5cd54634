import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { eventsOf, whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { cancelRun } from '../cancel-run.ts';
import { deleteRun } from '../delete-run.ts';
import { forkRun } from '../rewind/fork-run.ts';
import { startRun } from '../start-run.ts';

let engine: ScratchEngine;
let place: string;
let repository: string;

function git(...args: string[]): void {
  const who = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.org'];
  execFileSync('git', ['-C', repository, ...who, ...args]);
}

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'gatehouse-workspace-'));
  // The data directory is made in there, in a folder of its own.
  vi.stubEnv('TMPDIR', join(place, 'around'));
  mkdirSync(tmpdir());
  writeFileSync(join(tmpdir(), 'beside.txt'), '');
  engine = await startScratchEngine({ GATEHOUSE_FOLDERS: place });
  repository = join(place, 'repository');
  mkdirSync(repository);
  git('init', '--quiet', '--initial-branch=main');
  for (const branch of ['main', 'other']) {
    if (branch !== 'main') git('checkout', '--quiet', '-b', branch);
    writeFileSync(join(repository, 'branch.txt'), branch);
    git('add', '.');
    git('commit', '--quiet', '-m', branch);
  }
  git('checkout', '--quiet', 'main');
});
afterAll(async () => {
  await engine.stop();
  vi.unstubAllEnvs();
  rmSync(place, { recursive: true, force: true });
});

type Nodes = Record<string, Record<string, unknown>>;
const showBranch: Nodes = { show: { type: 'cli', command: ['cat', 'branch.txt'] } };

async function start(workspace: Record<string, unknown>, nodes = showBranch, inputs: Record<string, unknown> = {}) {
  const text = { type: 'string', default: '' };
  const declared = { from: text, ref: text };
  const source = JSON.stringify({ gatehouse: 1, name: 'W', version: '1', inputs: declared, workspace, nodes });
  return (await startRun(house, { source, inputs, actor: tester })).id;
}

const shown = async (id: string) => (await whenStatus(id, 'completed')).state.outputs.show;

test('a repository is cloned before the first node acts, and its progress is told', async () => {
  const id = await start(
    { git: '${inputs.from}' },
    { show: { ...showBranch.show, trace: 'full' } },
    { from: repository },
  );
  expect(await shown(id)).toMatchObject({ stdout: 'main' });
  const printed = (await eventsOf(id, 'output')).map(({ data }) => data.text).join('');
  expect(printed).toContain('Cloning into');
});

test.each(['http://127.0.0.1:9/x.git', 'localhost:x.git', 'file:///etc', 'http::http://127.0.0.1/'])(
  'F8 a repository that an input names is no inner address: %s',
  async (from) => {
    const gate = await whenAsked(await start({ git: '${inputs.from}' }, showBranch, { from }));
    expect(JSON.stringify(gate.show)).toMatch(/is not a public address|a value of the run names a repository/);
  },
);

test.each([
  ['a branch', () => 'other'],
  ['a commit', () => execFileSync('git', ['-C', repository, 'rev-parse', 'other'], { encoding: 'utf8' }).trim()],
])('ref chooses %s', async (_, ref) => {
  const id = await start({ git: repository, ref: '${inputs.ref}' }, showBranch, { ref: ref() });
  expect(await shown(id)).toMatchObject({ stdout: 'other' });
});

test('a repository or a ref that is not there fails the node that needed it; a person retries when it is', async () => {
  const lost = await start({ git: repository, ref: '--upload-pack=touch' });
  expect(await whenAsked(lost)).toMatchObject({ purpose: 'failure', node: 'show' });
  expect((await eventsOf(lost, 'node_failed'))[0]?.data.error).toMatchObject({ code: 'workspace' });
  const late = join(place, 'late');
  const id = await start({ path: late });
  const gate = await whenAsked(id);
  expect(gate.options.map((option) => option.id)).toEqual(['retry', 'skip', 'abort']);
  mkdirSync(late);
  writeFileSync(join(late, 'branch.txt'), 'late');
  await answerGate(house, { runId: id, gateId: gate.id, option: 'retry', actor: tester });
  expect(await shown(id)).toMatchObject({ stdout: 'late' });
});

test('a copy has no links that lead out of the folder, and the folder itself stays as it was', async () => {
  const folder = mkdtempSync(join(place, 'folder-'));
  writeFileSync(join(folder, 'kept.txt'), 'kept');
  symlinkSync('kept.txt', join(folder, 'inside'));
  symlinkSync(repository, join(folder, 'outside'));
  const list: Nodes = { show: { type: 'cli', script: 'ls; cat inside; touch new' } };
  const id = await start({ path: folder }, list);
  expect(await shown(id)).toMatchObject({ stdout: 'inside\nkept.txt\nkept' });
  expect(readdirSync(folder).sort()).toEqual(['inside', 'kept.txt', 'outside']);
});

test('a folder that holds the data directory is copied without it', async () => {
  const id = await start({ path: dirname(engine.dataDirectory) }, { show: { type: 'cli', command: ['ls'] } });
  expect(await shown(id)).toMatchObject({ stdout: 'beside.txt\n' });
});

test('branches that start together prepare it once; what a killed console had begun is thrown away', async () => {
  const branch = { type: 'cli', command: ['cat', 'branch.txt'], next: 'join' };
  const nodes = {
    ask: { type: 'gate', kind: 'approval', message: 'Go?' },
    both: { type: 'parallel', branches: { a: 'one', b: 'two' }, next: 'complete' },
    one: branch,
    two: branch,
  };
  const id = await start({ git: repository }, nodes);
  const gate = await whenAsked(id);
  const { state } = await whenStatus(id, 'waiting');
  mkdirSync(join(`${state.workspace}.partial`, 'half'), { recursive: true });
  await answerGate(house, { runId: id, gateId: gate.id, option: 'yes', actor: tester });
  const done = await whenStatus(id, 'completed');
  expect([done.state.outputs.one, done.state.outputs.two]).toMatchObject([{ stdout: 'main' }, { stdout: 'main' }]);
  expect(readdirSync(dirname(state.workspace)).sort()).toEqual(['one', 'two', 'workspace']);
});

test('a shared folder is the workspace itself, for forks too, and outlives the run', async () => {
  const folder = mkdtempSync(join(place, 'shared-'));
  const write = { show: { type: 'cli', script: 'pwd; echo mine > made.txt' }, ask: { type: 'gate', message: 'Go?' } };
  const id = await start({ path: folder, mode: 'shared' }, { ...write, ask: { ...write.ask, kind: 'approval' } });
  await whenAsked(id);
  const { state } = await whenStatus(id, 'waiting');
  expect(state.outputs.show).toMatchObject({ stdout: `${folder}\n` });
  const fork = await forkRun(house, { runId: id, at: state.seq, actor: tester });
  expect((await whenStatus(fork.id, 'waiting')).state.workspace).toBe(folder);
  for (const runId of [id, fork.id]) {
    await cancelRun(house, { runId, actor: tester });
    await deleteRun(house, { runId, actor: tester });
  }
  expect(readFileSync(join(folder, 'made.txt'), 'utf8')).toBe('mine\n');
});

test.each([
  ['is not there', { path: '/no/such/folder', mode: 'shared' }, '"/no/such/folder" is not a folder'],
  ['is relative', { path: '.', mode: 'shared' }, '"." is not absolute'],
  ['is given by an empty value', { git: '${inputs.from}' }, 'workspace.git is "${inputs.from}", which gives nothing'],
])('a run whose workspace %s does not start', async (_, workspace, message) => {
  await expect(start(workspace)).rejects.toMatchObject({
    code: 'invalid_inputs',
    details: { problems: [{ input: 'workspace', message: expect.stringContaining(message) }] },
  });
});

test('a template that gives null begins with an empty folder: whoever starts the run may leave it open', async () => {
  const list: Nodes = { show: { type: 'cli', command: ['ls'] } };
  const workspace = { path: '${inputs.from || null}' };
  expect(await shown(await start(workspace, list))).toMatchObject({ stdout: '' });
  expect(await shown(await start(workspace, list, { from: repository }))).toMatchObject({ stdout: 'branch.txt\n' });
});

test('a shared folder may not be the console’s own', async () => {
  await expect(start({ path: engine.dataDirectory, mode: 'shared' })).rejects.toMatchObject({ code: 'invalid_inputs' });
  expect(existsSync(engine.dataDirectory)).toBe(true);
});

test.each([
  ['holds the console’s own', () => join(engine.dataDirectory, '..')],
  ['is everything', () => '/'],
  ['is a link to it', () => join(place, 'link')],
])('a shared folder is refused that %s', async (_, path) => {
  if (!existsSync(join(place, 'link'))) symlinkSync(engine.dataDirectory, join(place, 'link'));
  await expect(start({ path: path(), mode: 'shared' })).rejects.toMatchObject({
    code: 'invalid_inputs',
    message: expect.stringContaining('data directory'),
  });
});

test.each([
  ['copied', () => ({ path: engine.dataDirectory })],
  ['cloned', () => ({ git: join(engine.dataDirectory, 'runs', 'w', 'another', 'workspace') })],
])('the console’s own folder is not %s either', async (_, workspace) => {
  const runId = await start(workspace());
  expect((await whenAsked(runId)).purpose).toBe('failure');
  const [failed] = await eventsOf(runId, 'node_failed');
  expect(failed?.data.error.message).toContain('data directory');
});

test('an input chooses among the folders that are listed, and no other', async () => {
  const elsewhere = mkdtempSync('/var/tmp/gatehouse-elsewhere-');
  for (const workspace of [{ path: '${inputs.from}' }, { git: '${inputs.from}' }]) {
    const refused = start(workspace, showBranch, { from: elsewhere });
    await expect(refused).rejects.toThrow('is in no folder that GATEHOUSE_FOLDERS lists');
  }
  rmSync(elsewhere, { recursive: true });
});
