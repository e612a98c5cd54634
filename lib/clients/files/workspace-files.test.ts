import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { WorkspaceFiles } from '../../nodes/contract/node-context.ts';
import { house } from '../../testing/house.ts';
import { workspaceFiles } from './workspace-files.ts';

let base: string;
let workspace: string;
let files: WorkspaceFiles;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'gatehouse-workspace-'));
  workspace = join(base, 'workspace');
  await mkdir(workspace);
  await writeFile(join(base, 'secret.txt'), 'secret');
  files = workspaceFiles(house, workspace);
});

afterEach(() => rm(base, { recursive: true, force: true }));

describe('nothing leaves the workspace', () => {
  const doings: [string, (path: string) => Promise<unknown>][] = [
    ['read', (path) => files.read(path)],
    ['write', (path) => files.write(path, 'changed')],
    ['append', (path) => files.write(path, 'changed', { append: true })],
    ['list', (path) => files.list(path)],
    ['makeDirectory', (path) => files.makeDirectory(path)],
    ['remove', (path) => files.remove(path)],
    ['glob', (path) => files.glob(path)],
  ];
  const outside = [
    '..',
    '../secret.txt',
    'a/../../secret.txt',
    'a/..',
    './../secret.txt',
    '/etc/passwd',
    '//etc/passwd',
    '\\\\host\\share',
    'C:/windows',
    'a\0b',
    '../workspace-2/x',
  ];
  describe.each(doings)('%s', (_, act) => {
    it.each(outside)('refuses %j, naming it', async (path) => {
      const named = path.includes('\0') ? '"a\\u0000b"' : `"${path}"`;
      await expect(act(path)).rejects.toMatchObject({
        code: 'file_refused',
        message: expect.stringContaining(named),
      });
      expect(await readdir(workspace)).toEqual([]);
      expect(await readdir(base)).toEqual(['secret.txt', 'workspace']);
    });
  });

  test.each(doings.filter(([name]) => name !== 'glob'))('%s follows no link that leads out', async (name, act) => {
    await symlink(base, join(workspace, 'up'));
    await symlink(join(base, 'secret.txt'), join(workspace, 'link'));
    await symlink(join(base, 'missing'), join(workspace, 'dangling'));
    for (const path of ['up/secret.txt', 'up/new/x']) {
      await expect(act(path)).rejects.toMatchObject({ code: 'file_refused' });
    }
    // A link at the end is removed itself; all others would follow it.
    if (name !== 'remove') {
      for (const path of ['link', 'dangling', 'up']) {
        await expect(act(path)).rejects.toMatchObject({ code: 'file_refused' });
      }
    }
    expect(await readFile(join(base, 'secret.txt'), 'utf8')).toBe('secret');
    expect((await readdir(base)).sort()).toEqual(['secret.txt', 'workspace']);
  });

  it('removes a link, not what it leads to, and never the workspace', async () => {
    await symlink(join(base, 'secret.txt'), join(workspace, 'link'));
    await symlink(base, join(workspace, 'up'));
    await files.remove('link');
    await files.remove('up');
    expect(await readFile(join(base, 'secret.txt'), 'utf8')).toBe('secret');
    for (const path of ['', '.', './', './.']) {
      await expect(files.remove(path)).rejects.toThrow('is the workspace itself');
    }
  });

  it('passes by links when it looks for files', async () => {
    await symlink(base, join(workspace, 'up'));
    expect(await files.glob('**/*.txt')).toEqual([]);
  });

  it('looks for no pattern that a file’s name could keep busy', async () => {
    await writeFile(join(workspace, 'a'.repeat(255)), '');
    const began = performance.now();
    for (const pattern of ['*a*a*a*a*a*b', '+([a-z]|b)c', '**/a/**/a/**/b']) {
      await expect(files.glob(pattern)).rejects.toMatchObject({ code: 'file_refused' });
    }
    expect(await files.glob('*a*a*b')).toEqual([]);
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('follows links that stay inside', async () => {
    await files.write('real/a.txt', 'a');
    await symlink('real', join(workspace, 'alias'));
    expect(await files.read('alias/a.txt')).toBe('a');
    await files.write('alias/a.txt', 'b');
    expect(await files.read('real/a.txt')).toBe('b');
  });
});

describe('a file is written whole', () => {
  it('with the folders on its way, over what was there, and nothing is left beside it', async () => {
    await files.write('a/b/c.txt', 'one');
    await files.write('a/b/c.txt', 'zwei ä');
    expect(await files.read('a/b/c.txt')).toBe('zwei ä');
    expect(await readdir(join(workspace, 'a/b'))).toEqual(['c.txt']);
  });

  it('and keeps its rights', async () => {
    await files.write('run.sh', '#!/bin/sh');
    await chmod(join(workspace, 'run.sh'), 0o755);
    await files.write('run.sh', '#!/bin/sh\ntrue');
    expect((await stat(join(workspace, 'run.sh'))).mode & 0o777).toBe(0o755);
  });

  it('or added to, beginning it when it is not there', async () => {
    await files.write('log/a.txt', 'one\n', { append: true });
    await files.write('log/a.txt', 'two\n', { append: true });
    expect(await files.read('log/a.txt')).toBe('one\ntwo\n');
  });

  it('up to the limit, which is named', async () => {
    const most = 'x'.repeat(house.env.limits.file);
    await files.write('large.txt', most);
    await expect(files.write('large.txt', 'y', { append: true })).rejects.toThrow('10.0 MB (GATEHOUSE_MAX_FILE)');
    await expect(files.write('larger.txt', `${most}y`)).rejects.toThrow('"larger.txt" would have 10.0 MB');
    expect(await readdir(workspace)).toEqual(['large.txt']);
  });
});

describe('a file is read', () => {
  it('up to the limit, which is named, empty ones too', async () => {
    const most = 2 * 1024 * 1024;
    const { env } = house;
    const strict = workspaceFiles({ env: { ...env, limits: { ...env.limits, file: most } } }, workspace);
    await writeFile(join(workspace, 'empty'), '');
    await writeFile(join(workspace, 'most'), 'x'.repeat(most));
    await writeFile(join(workspace, 'more'), 'x'.repeat(most + 1));
    expect(await strict.read('empty')).toBe('');
    expect(await strict.read('most')).toHaveLength(most);
    await expect(strict.read('more')).rejects.toThrow(
      '"more" has 2.0 MB; a file that is read or written here may have 2.0 MB (GATEHOUSE_MAX_FILE)',
    );
    expect(await files.read('more')).toHaveLength(most + 1);
  });

  it('as text only', async () => {
    await writeFile(join(workspace, 'image'), Buffer.from([0x89, 0x50, 0xff]));
    await expect(files.read('image')).rejects.toThrow('"image" is not text in UTF-8');
  });

  it('not when it is a pipe, which would wait for ever', async () => {
    execFileSync('mkfifo', [join(workspace, 'pipe')]);
    await expect(files.read('pipe')).rejects.toThrow('not a regular file');
    await expect(files.write('pipe', 'x', { append: true })).rejects.toThrow('not a regular file');
  });
});

it('lists by name, with sizes', async () => {
  await files.write('b.txt', 'four');
  await files.makeDirectory('a/deep');
  expect(await files.list('.')).toEqual([
    { name: 'a', isDirectory: true, size: 0 },
    { name: 'b.txt', isDirectory: false, size: 4 },
  ]);
});

it('finds files by a pattern, but not too many', async () => {
  for (const path of ['a.md', 'docs/b.md', 'docs/deep/c.md', 'docs/d.txt', 'node_modules/x.md']) {
    await files.write(path, '');
  }
  expect(await files.glob('**/*.md')).toEqual(['a.md', 'docs/b.md', 'docs/deep/c.md']);
  expect(await files.glob('docs/*.md')).toEqual(['docs/b.md']);
  expect(await files.glob('none/*')).toEqual([]);
});

it('removes a file and a whole folder', async () => {
  await files.write('a/b/c', '');
  await files.remove('a/b/c');
  await files.write('a/x', '');
  await files.remove('a');
  expect(await readdir(workspace)).toEqual([]);
});

it.each<[string, (files: WorkspaceFiles) => Promise<unknown>, string]>([
  ['reading what is not there', (all) => all.read('none.txt'), '"none.txt" does not exist'],
  ['removing what is not there', (all) => all.remove('none.txt'), '"none.txt" does not exist'],
  ['reading a directory', (all) => all.read('folder'), '"folder" is not a regular file'],
  ['writing over a directory', (all) => all.write('folder', ''), '"folder" is a directory'],
  ['adding to a directory', (all) => all.write('folder', '', { append: true }), '"folder" is a directory'],
  ['going through a file', (all) => all.read('file/x'), '"file/x" goes through a file'],
  ['writing through a file', (all) => all.write('file/x', ''), '"file/x" goes through a file'],
  ['listing a file', (all) => all.list('file'), '"file" goes through a file as if it were a directory, or is no'],
  ['making a directory over a file', (all) => all.makeDirectory('file'), '"file" exists already and is a file'],
])('%s says which path and why', async (_, act, message) => {
  await files.makeDirectory('folder');
  await files.write('file', '');
  await expect(act(files)).rejects.toMatchObject({ code: 'file_refused', message: expect.stringContaining(message) });
});
