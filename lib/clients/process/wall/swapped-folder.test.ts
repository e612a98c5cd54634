// A command that changes its folders while the console works in them: where a folder was it puts a link to a place that only
// the console may read and change, and back, without a pause.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { copyTree } from '../../../runs/work/copy-files.ts';
import { wallTest } from '../../../testing/clients/wall-test.ts';
import { house } from '../../../testing/house.ts';
import { openInside } from '../../files/files.ts';
import { leaveFile } from '../../files/left-files.ts';
import { workspaceFiles } from '../../files/workspace-files.ts';
import { runCommand } from '../shell.ts';
import { childUser, handOver } from './hand-over.ts';

const secret = 'canary-of-the-console-0123456789';
const names = ['1.txt', 'a', 'b'];
const place = { run: 'r', node: 'n', visit: 1 };
const tries = 60;
let run: string;
let workspace: string;
let theirs: string;
let stop: AbortController;
let swapping: Promise<unknown>;

beforeAll(async () => {
  run = join(house.env.dataDirectory, 'runs', 'w', 'swapped');
  workspace = join(run, 'workspace');
  mkdirSync(workspace, { recursive: true });
  theirs = mkdtempSync(join(tmpdir(), 'gatehouse-theirs-'));
  for (const name of names) writeFileSync(join(theirs, name), secret, { mode: 0o600 });
  // The call that exchanges two names; no program of every machine does it.
  const exchange = process.arch === 'arm64' ? 276 : 316;
  const swap = `my ($at, $d, $l) = (-100, "d", "l"); while (1) { syscall(${exchange}, $at, $d, $at, $l, 2) }`;
  const folder = 'mkdir -p .gatehouse/r d; echo own > d/a; echo own > d/b; ln -s ../d .gatehouse/r/n';
  const script = `${folder}; ln -s ${theirs} l; echo up; exec perl -e '${swap}'`;
  stop = new AbortController();
  const up = Promise.withResolvers<void>();
  swapping = runCommand(
    house,
    { argv: ['bash', '-c', script] },
    {
      workspace,
      artifactsDirectory: join(run, 'dropped'),
      signal: stop.signal,
      onOutput: () => up.resolve(),
      outputFiles: { stdout: join(run, 'stdout.log'), stderr: join(run, 'stderr.log') },
    },
  );
  await up.promise;
});
afterAll(async () => {
  stop.abort();
  await swapping;
  rmSync(theirs, { recursive: true, force: true });
});

async function readOpened(): Promise<string> {
  const { handle } = await openInside(workspace, 'd/a');
  return handle.readFile('utf8').finally(() => handle.close());
}

async function readCopied(): Promise<string> {
  const copy = join(run, 'copy');
  rmSync(copy, { recursive: true, force: true });
  await copyTree(workspace, copy);
  return readFileSync(join(copy, 'd', 'a'), 'utf8');
}

const files = () => workspaceFiles(house, workspace);

wallTest.each<[string, () => Promise<unknown>]>([
  ['opens', readOpened],
  ['copies', readCopied],
  ['reads', () => files().read('d/a')],
  ['lists', () => files().list('d')],
  ['writes', () => files().write('d/new', 'x')],
  ['appends', () => files().write('d/b', 'x', { append: true })],
  ['makes', () => files().makeDirectory('d/new/er')],
  ['leaves', () => leaveFile(workspace, files(), place, 'txt', { file: join(run, 'stdout.log') })],
  ['removes', () => files().remove('d/new')],
  [
    'gives away',
    async () => {
      await handOver(workspace, { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 });
      if (process.getuid?.() === 0) await handOver(workspace, childUser);
    },
  ],
])('what the console %s there is its own', async (_, doing) => {
  const got: unknown[] = [];
  for (let count = 0; count < tries; count++) got.push(await doing().catch(() => 'refused'));
  expect(JSON.stringify(got)).not.toContain(secret);
  expect(readdirSync(theirs)).toEqual(names);
  for (const name of names) {
    expect(readFileSync(join(theirs, name), 'utf8')).toBe(secret);
    expect(statSync(join(theirs, name)).uid).toBe(process.getuid?.());
  }
});
