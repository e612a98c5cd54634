import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweepTemporaryFiles, writeArtifact } from './write-artifact.ts';

let data: string;
let directory: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'gatehouse-artifacts-'));
  directory = join(data, 'runs', 'w', 'r', 'n', '1-1', 'artifacts');
});

afterEach(() => rm(data, { recursive: true, force: true }));

test('an artifact has its name, type, size and hash', async () => {
  const written = await writeArtifact({ directory, name: 'notes.md', bytes: '# Grüße' });
  expect(written).toEqual({
    name: 'notes.md',
    file: join(directory, 'notes.md'),
    type: 'text/markdown',
    size: 9,
    sha256: createHash('sha256').update('# Grüße').digest('hex'),
  });
  expect(await readFile(written.file, 'utf8')).toBe('# Grüße');
  expect(await readdir(directory)).toEqual(['notes.md']);
});

test('nothing is overwritten: artifacts of the same name get a number, also when written at once', async () => {
  const contents = ['a', 'b', 'c', 'd', 'e'];
  const written = await Promise.all(contents.map((bytes) => writeArtifact({ directory, name: 'log.txt', bytes })));
  expect(written.map((one) => basename(one.file)).sort()).toEqual(
    ['log-2.txt', 'log-3.txt', 'log-4.txt', 'log-5.txt', 'log.txt'].sort(),
  );
  expect(await Promise.all(written.map((one) => readFile(one.file, 'utf8')))).toEqual(contents);
});

test('a name that points elsewhere lands in the directory', async () => {
  const written = await writeArtifact({ directory, name: '../../../../../../etc/cron.d/x', bytes: 'x' });
  expect(written.file).toBe(join(directory, 'etc-cron.d-x'));
});

test('a source that fails half way leaves no file', async () => {
  async function* broken() {
    yield Buffer.from('half');
    throw new Error('the source broke');
  }
  await expect(writeArtifact({ directory, name: 'a.txt', stream: broken() })).rejects.toThrow('the source broke');
  expect(await readdir(directory)).toEqual([]);
});

test('a file is copied or moved from inside its root, a link out of it is refused', async () => {
  const workspace = join(data, 'workspace');
  await mkdir(workspace);
  await writeFile(join(workspace, 'a.txt'), 'kept');
  await writeFile(join(workspace, 'b.txt'), 'moved');
  await symlink('/etc/hostname', join(workspace, 'link.txt'));
  await writeArtifact({ directory, name: 'a.txt', file: 'a.txt', within: workspace });
  await writeArtifact({ directory, name: 'b.txt', file: join(workspace, 'b.txt'), within: workspace, move: true });
  const linked = writeArtifact({ directory, name: 'link.txt', file: 'link.txt', within: workspace });
  await expect(linked).rejects.toMatchObject({ code: 'file_refused' });
  expect(await readdir(directory)).toEqual(['a.txt', 'b.txt']);
  expect(await readdir(workspace)).toEqual(['a.txt', 'link.txt']);
});

test('a writer killed in the middle leaves no visible file, and the sweep removes what it left', async () => {
  const module = new URL('./write-artifact.ts', import.meta.url).href;
  const script = `
    import { writeArtifact } from ${JSON.stringify(module)};
    async function* endless() {
      yield Buffer.alloc(100_000, 'x');
      console.log('half');
      await new Promise((resolve) => setInterval(resolve, 1e9));
    }
    await writeArtifact({ directory: ${JSON.stringify(directory)}, name: 'big.txt', stream: endless() });`;
  const writer = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(writer.stdout, 'data');
  writer.kill('SIGKILL');
  await once(writer, 'exit');
  const left = await readdir(directory);
  expect(left).toEqual([expect.stringMatching(/^\.partial-/)]);

  let release = () => {};
  const waiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun = Promise.withResolvers<void>();
  async function* slow() {
    yield Buffer.from('one ');
    begun.resolve();
    await waiting;
    yield Buffer.from('two');
  }
  const writing = writeArtifact({ directory, name: 'ours.txt', stream: slow() });
  await begun.promise;
  expect(await sweepTemporaryFiles(data)).toBe(1);
  release();
  expect(await readFile((await writing).file, 'utf8')).toBe('one two');
  expect(await readdir(directory)).toEqual(['ours.txt']);
});

test('the sweep leaves the workspace alone', async () => {
  const workspace = join(data, 'runs', 'w', 'r', 'workspace', '1-1', 'artifacts');
  await mkdir(workspace, { recursive: true });
  await writeFile(join(workspace, '.partial-mine'), '');
  expect(await sweepTemporaryFiles(data)).toBe(0);
});
