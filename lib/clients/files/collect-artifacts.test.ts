import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collectArtifacts, collectDropped } from './collect-artifacts.ts';

let workspace: string;

beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'gatehouse-collect-'));
});

afterEach(() => rm(workspace, { recursive: true, force: true }));

async function files(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(workspace, name)), { recursive: true });
    await writeFile(join(workspace, name), name);
  }
}

async function namesOf(...globs: string[]): Promise<string[]> {
  return (await collectArtifacts(workspace, globs)).files.map((one) => one.name);
}

test('files that a glob names are collected once, in order', async () => {
  await files('notes.md', 'out/b.png', 'out/a.png', 'out/deep/c.png', 'other.txt');
  expect(await namesOf('notes.md')).toEqual(['notes.md']);
  expect(await namesOf('./notes.md', '**/*.png', 'out/a.png')).toEqual([
    'notes.md',
    'out/a.png',
    'out/b.png',
    'out/deep/c.png',
  ]);
  expect(await namesOf('out/*.png')).toEqual(['out/a.png', 'out/b.png']);
  expect(await namesOf('missing.txt')).toEqual([]);
  expect(await namesOf()).toEqual([]);
});

test('a directory means everything below it', async () => {
  await files('out/a.txt', 'out/deep/b.txt', 'outer.txt');
  expect(await namesOf('out/')).toEqual(['out/a.txt', 'out/deep/b.txt']);
});

test('node_modules and .git are passed by unless they are named', async () => {
  await files('node_modules/x/readme.md', '.git/HEAD', 'a.md');
  expect(await namesOf('**/*.md')).toEqual(['a.md']);
  expect(await namesOf('node_modules/x/*.md', '.git/HEAD')).toEqual(['.git/HEAD', 'node_modules/x/readme.md']);
});

test('links are not followed', async () => {
  await files('real.txt');
  await symlink('/etc', join(workspace, 'etc'));
  await symlink('/etc/hostname', join(workspace, 'host.txt'));
  expect(await namesOf('**', 'etc/hostname', 'host.txt')).toEqual(['real.txt']);
});

test('a glob that leaves the workspace is refused by name', async () => {
  for (const glob of ['../*', '/etc/*', 'a/../../x', '..']) {
    await expect(collectArtifacts(workspace, [glob])).rejects.toThrow(`"${glob}" leaves the workspace`);
  }
});

test('at most 200 files are collected, and it is told when there were more', async () => {
  await files(...Array.from({ length: 201 }, (_, index) => `out/${index}.txt`));
  const collected = await collectArtifacts(workspace, ['out/**']);
  expect([collected.files.length, collected.isTruncated]).toEqual([200, true]);
  await rm(join(workspace, 'out/0.txt'));
  expect((await collectArtifacts(workspace, ['out/**'])).isTruncated).toBe(false);
});

test('everything that was dropped is collected; a directory that is missing holds nothing', async () => {
  await files('report.json', '.hidden', 'sub/node_modules/x.txt');
  const names = (await collectDropped(workspace)).files.map((one) => one.name);
  expect(names).toEqual(['.hidden', 'report.json', 'sub/node_modules/x.txt']);
  expect(await collectDropped(join(workspace, 'missing'))).toEqual({ files: [], isTruncated: false });
});
