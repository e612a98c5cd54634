// Every name and path that somebody else may choose, tried with every way out that we know. Nothing is read from outside,
// nothing outside is made, changed or removed, and no failure tells what is there.
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathsLeadingOut } from '../../testing/clients/escaping-paths.ts';
import { house } from '../../testing/house.ts';
import { workingDirectory } from '../process/shell.ts';
import { collectArtifacts } from './collect-artifacts.ts';
import { artifactName, attemptDirectory, isInside, openArtifact, openInside, runDirectory } from './files.ts';
import { readInstructions } from './instructions.ts';
import { workspaceFiles } from './workspace-files.ts';
import { writeArtifact } from './write-artifact.ts';

const canary = 'the canary must stay where it is';
let base: string;
let workspace: string;

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'gatehouse-traversal-')));
  workspace = join(base, 'workspace');
  for (const place of ['workspace/a/b', 'workflows/skills', 'data/runs', 'artifacts'])
    await mkdir(join(base, place), { recursive: true });
  await writeFile(join(base, 'canary'), canary);
  for (const home of [workspace, join(base, 'workflows/skills'), join(base, 'data/runs')]) {
    await symlink(base, join(home, 'up'));
    await symlink(join(base, 'canary'), join(home, 'link'));
    await symlink('loop', join(home, 'loop'));
  }
});
afterAll(() => rm(base, { recursive: true, force: true }));

const around = async () => (await readdir(base)).sort();
const untouched = ['artifacts', 'canary', 'data', 'workflows', 'workspace'];

/** What came back, or the words of the failure: neither may know the canary or the machine’s own files. */
async function answerTo(work: () => Promise<unknown>): Promise<string> {
  const answer = await work().then(
    (value) => JSON.stringify(value) ?? '',
    (error: Error) => error.message,
  );
  return Buffer.isBuffer(answer) ? answer.toString() : answer;
}

test('there are more than three hundred ways to try', () => {
  expect(pathsLeadingOut.length).toBeGreaterThan(300);
});

test('files of the workspace', async () => {
  const files = workspaceFiles(house, workspace);
  for (const path of pathsLeadingOut) {
    for (const work of [
      () => files.read(path),
      () => files.readConfig(path),
      () => files.list(path),
      () => files.glob(path),
      () => files.write(path, 'x'),
      () => files.write(path, 'x', { append: true }),
      () => files.makeDirectory(`${path}/x`),
      () => files.writeConfigEntry(`${path}.yaml`, 'a', 1),
    ]) {
      const answer = await answerTo(work);
      expect(answer, path).not.toMatch(/the canary must|root:x:|workflows/);
      expect(answer.replaceAll(path, ''), path).not.toContain(base);
    }
    if (path !== 'link' && path !== 'up' && path !== 'loop') await answerTo(() => files.remove(path));
  }
  expect(await around()).toEqual(untouched);
  expect(await readFile(join(base, 'canary'), 'utf8')).toBe(canary);
}, 60_000);

test('artifacts, by glob and by name', async () => {
  const directory = join(base, 'artifacts');
  for (const path of pathsLeadingOut) {
    const found = await collectArtifacts(workspace, [path]).catch(() => ({ files: [] }));
    for (const { file } of found.files) expect(isInside(workspace, await realpath(String(file)))).toBe(true);
    const { file, name } = await writeArtifact({ directory, name: path, bytes: 'x' });
    expect(file.slice(0, file.lastIndexOf(sep)), path).toBe(directory);
    expect(name).toMatch(/^[^/\\\p{C}]{1,130}$/u);
    const kept = await answerTo(() => writeArtifact({ directory, name: 'copy', file: path, within: workspace }));
    if (!kept.startsWith('{')) expect(kept).toMatch(/does not exist|outside|regular file|null bytes|EACCES|EISDIR/);
    else expect(await readFile(JSON.parse(kept).file, 'utf8')).not.toContain(canary);
    expect(['.', '..', '']).not.toContain(artifactName(path));
  }
  expect(await around()).toEqual(untouched);
}, 60_000);

test('the directories of runs, nodes and stored artifacts', async () => {
  const data = join(base, 'data');
  for (const path of pathsLeadingOut) {
    expect(isInside(join(data, 'runs'), runDirectory(data, path, path))).toBe(true);
    expect(runDirectory(data, path, path).split(sep)).toHaveLength(data.split(sep).length + 3);
    const place = attemptDirectory(data, { workflow: 'w', runId: 'r', node: path, visit: 1, attempt: 1 });
    expect(isInside(runDirectory(data, 'w', 'r'), place.directory)).toBe(true);
    await expect(openArtifact(data, path)).rejects.toMatchObject({ code: 'not_found' });
    await expect(openInside(join(data, 'runs'), path)).rejects.toThrow();
  }
});

test('skills, commands and agents', async () => {
  for (const path of pathsLeadingOut) {
    for (const kind of ['skill', 'command', 'agent'] as const) {
      for (const name of [path, `a:${path}`, path.replaceAll('/', ':')]) {
        await expect(readInstructions(join(base, 'workflows'), kind, name)).rejects.toMatchObject({
          code: expect.stringMatching(/^instructions_/),
        });
      }
    }
  }
});

test('a relative working directory', async () => {
  for (const path of pathsLeadingOut.filter((one) => !one.startsWith('/') && !/^(up|link|loop)/.test(one))) {
    const found = await workingDirectory(path, workspace).catch(() => workspace);
    expect(isInside(workspace, found), path).toBe(true);
  }
});
