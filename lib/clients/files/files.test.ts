import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  artifactName,
  attemptDirectory,
  isInside,
  openArtifact,
  openInside,
  runDirectory,
  workspaceDirectory,
} from './files.ts';

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'gatehouse-files-'));
  await mkdir(join(data, 'runs'));
});

afterEach(() => rm(data, { recursive: true, force: true }));

test('an attempt has a directory of its own below its run and node', () => {
  const place = { workflow: 'release', runId: 'r1', node: 'draft', visit: 2, attempt: 3 };
  expect(relative(data, attemptDirectory(data, place).artifacts)).toBe('runs/release/r1/draft/2-3/artifacts');
  expect(relative(data, workspaceDirectory(data, 'release', 'r1'))).toBe('runs/release/r1/workspace');
});

test.each(['..', '../..', '/etc', 'a/../../b', '.hidden', '', 'a\0b', 'x'.repeat(500)])(
  'the name %j makes a directory inside the data directory, shared with no other name',
  (name) => {
    const directory = runDirectory(data, name, 'r1');
    expect(isInside(join(data, 'runs'), directory)).toBe(true);
    expect(relative(data, directory).split('/')).toHaveLength(3);
    expect(directory).not.toBe(runDirectory(data, `${name}_`, 'r1'));
  },
);

test('a node called workspace does not write into the workspace', () => {
  const place = { workflow: 'w', runId: 'r', node: 'workspace', visit: 1, attempt: 1 };
  expect(isInside(workspaceDirectory(data, 'w', 'r'), attemptDirectory(data, place).directory)).toBe(false);
});

test.each([
  ['notes.md', 'notes.md'],
  ['../../etc/passwd', 'etc-passwd'],
  ['screens\\..\\a.png', 'screens-a.png'],
  ['/absolute/x.txt', 'absolute-x.txt'],
  ['..', 'artifact'],
  ['', 'artifact'],
  ['.partial-x', 'partial-x'],
  ['line\nbreak\0.txt', 'line_break_.txt'],
  ['Übersicht 1.md', 'Übersicht 1.md'],
])('the artifact name %j becomes %j', (given, name) => {
  expect(artifactName(given)).toBe(name);
});

test('a long artifact name is cut and keeps its extension', () => {
  const name = artifactName(`${'ä'.repeat(400)}.png`);
  expect(name.endsWith('ä.png')).toBe(true);
  expect(Buffer.byteLength(name)).toBeLessThan(250);
});

test('a file is opened only when its real path is inside, and only when it is a regular file', async () => {
  await writeFile(join(data, 'secret'), 'secret');
  await symlink(join(data, 'secret'), join(data, 'runs', 'link'));
  await symlink(data, join(data, 'runs', 'directory-link'));
  for (const file of ['../secret', 'link', 'directory-link/secret', join(data, 'secret'), 'missing', '.']) {
    await expect(openInside(join(data, 'runs'), file)).rejects.toMatchObject({ code: 'file_refused' });
  }
});

test('an artifact is read by its path in the data directory, and no other file is', async () => {
  await writeFile(join(data, 'runs', 'a.txt'), 'hello');
  await writeFile(join(data, 'token'), 'secret');
  const { stream, size } = await openArtifact(data, 'runs/a.txt');
  expect([await text(stream), size]).toEqual(['hello', 5]);
  for (const file of ['token', 'runs/../token', '../x', 'runs/missing']) {
    await expect(openArtifact(data, file)).rejects.toMatchObject({ code: 'not_found' });
  }
});
