import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { createScratchWorld, type ScratchWorld } from '../../testing/nodes/effects-world.ts';

let world: ScratchWorld;
let origin: string;

function git(directory: string, ...args: string[]): string {
  const author = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.org', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...author, ...args], { cwd: directory, encoding: 'utf8', stdio: 'pipe' }).trim();
}

async function commit(text: string): Promise<string> {
  await writeFile(join(origin, 'a.txt'), text);
  git(origin, 'add', '.');
  git(origin, 'commit', '-m', text);
  return git(origin, 'rev-parse', 'HEAD');
}

beforeEach(async () => {
  world = await createScratchWorld();
  origin = join(world.base, 'origin');
  await mkdir(origin);
  git(origin, 'init');
});
afterEach(() => world.end());

describe('a repository', () => {
  it('is cloned, fetched, pulled forward and asked for its commit', async () => {
    const first = await commit('one');
    const cloned = await world.act(
      [
        { type: 'clone_repo', url: `file://${origin}`, dest: 'sources/${name}' },
        { type: 'get_sha', repo_path: 'sources/${name}', store_as: 'first' },
      ],
      { name: 'main' },
    );
    expect([cloned.error, cloned.values]).toEqual([null, { 'computed.first': first }]);
    const second = await commit('two');
    const pulled = await world.act([
      { type: 'git_fetch', repo_path: 'sources/main' },
      { type: 'get_sha', repo_path: 'sources/main', store_as: 'fetched' },
      { type: 'git_pull', repo_path: 'sources/main' },
      { type: 'get_sha', repo_path: 'sources/main', store_as: 'pulled' },
    ]);
    expect([pulled.error, pulled.values]).toEqual([null, { 'computed.fetched': first, 'computed.pulled': second }]);
  });

  it('has one commit unless more are wanted, and the branch that is named', async () => {
    await commit('one');
    git(origin, 'branch', 'old');
    await commit('two');
    const url = `file://${origin}`;
    await world.act([
      { type: 'clone_repo', url, dest: 'short' },
      { type: 'clone_repo', url, dest: 'whole', depth: 0 },
      { type: 'clone_repo', url, dest: 'old', branch: 'old' },
    ]);
    const count = (name: string) => git(join(world.workspace, name), 'rev-list', '--count', 'HEAD');
    expect([count('short'), count('whole'), count('old')]).toEqual(['1', '2', '1']);
    expect(await readFile(join(world.workspace, 'old/a.txt'), 'utf8')).toBe('one');
  });

  it('is reached by git_ops_local too', async () => {
    const sha = await commit('one');
    const { error, values } = await world.act([
      { type: 'git_ops_local', operation: 'clone', url: `file://${origin}`, dest: 'a' },
      { type: 'git_ops_local', operation: 'fetch', repo_path: 'a' },
      { type: 'git_ops_local', operation: 'pull', repo_path: 'a' },
      { type: 'git_ops_local', operation: 'get-sha', repo_path: 'a', store_as: 'sha' },
    ]);
    expect([error, values]).toEqual([null, { 'computed.sha': sha }]);
  });

  it('is only pulled forward', async () => {
    await commit('one');
    await world.act([{ type: 'clone_repo', url: `file://${origin}`, dest: 'a', depth: 0 }]);
    const here = join(world.workspace, 'a');
    await writeFile(join(here, 'b.txt'), '');
    git(here, 'add', '.');
    git(here, 'commit', '-m', 'here');
    const sha = git(here, 'rev-parse', 'HEAD');
    await commit('there');
    const { error } = await world.act([{ type: 'git_pull', repo_path: 'a' }]);
    expect(error?.message).toMatch(/^do\[0\] git_pull: git pull ended with code 128: fatal: .*fast-forward/);
    expect(git(here, 'rev-parse', 'HEAD')).toBe(sha);
  });
});

test('what is written can be no option and no other transport', async () => {
  await commit('one');
  const mark = join(world.base, 'mark');
  for (const url of [`--upload-pack=touch ${mark}`, `ext::sh -c touch% ${mark}`, `-u touch ${mark}`]) {
    const { error } = await world.act([{ type: 'clone_repo', url, dest: 'x' }]);
    expect(error?.message).toMatch(/^do\[0\] clone_repo: git clone ended with code 128/);
  }
  const branch = `--upload-pack=touch ${mark}`;
  const named = await world.act([{ type: 'clone_repo', url: `file://${origin}`, dest: 'y', branch }]);
  expect(named.error?.message).toContain('git clone ended with code 128');
  expect(await readdir(world.base)).not.toContain('mark');
});

describe('F8 a value of the run', () => {
  let web: Server;
  let asked: string[];
  const port = () => (web.address() as AddressInfo).port;

  beforeEach(async () => {
    asked = [];
    web = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(404).end();
    });
    await new Promise<void>((listening) => web.listen(0, '127.0.0.1', listening));
  });
  afterEach(() => void web.close());

  it.each([
    ['a file address', () => `file://${origin}`],
    ['a folder outside of the workspace', () => origin],
    ['the way out of the workspace', () => '../origin'],
    ['this machine', () => `http://127.0.0.1:${port()}/x.git`],
    ['this machine by another name', () => `http://localhost:${port()}/x.git`],
    ['this machine in one number', () => `http://2130706433:${port()}/x.git`],
    ['this machine with a user', () => `http://example.org@127.0.0.1:${port()}/x.git`],
    ['an address that two readers understand differently', () => `http://example.org\\\\@127.0.0.1:${port()}/x.git`],
    ['this machine by ssh', () => 'localhost:x.git'],
    ['this machine by ssh with a user', () => 'git@[::1]:x.git'],
    ['the cloud’s own service', () => 'git://169.254.169.254/x'],
    ['another transport', () => `http::http://127.0.0.1:${port()}/x.git`],
    ['a transport that runs a program', () => 'ext::sh -c touch% mark'],
  ])('does not point git at %s', async (_, url) => {
    await commit('one');
    const { error } = await world.act([{ type: 'clone_repo', url: '${from}', dest: 'x' }], { from: url() });
    expect(error?.message).toMatch(/is not a public address|a value of the run names a repository/);
    expect(asked).toEqual([]);
    expect(await readdir(join(world.workspace))).not.toContain('x');
  });

  it('may name a folder of the workspace, and a host that is allowed', async () => {
    await commit('one');
    const inside = await world.act(
      [
        { type: 'clone_repo', url: `file://${origin}`, dest: 'a' },
        { type: 'clone_repo', url: '${from}', dest: 'b' },
      ],
      { from: './a' },
    );
    expect(inside.error).toBeNull();
    const allowing = await createScratchWorld([{ host: '127.0.0.1', port: port() }]);
    const from = `http://127.0.0.1:${port()}/x.git`;
    await allowing.act([{ type: 'clone_repo', url: '${from}', dest: 'x' }], { from });
    await allowing.end();
    expect(asked[0]).toContain('/x.git/info/refs');
  });

  it('does not lead a repository elsewhere after it was cloned', async () => {
    await commit('one');
    await world.act([{ type: 'clone_repo', url: `file://${origin}`, dest: 'a' }]);
    git(join(world.workspace, 'a'), 'remote', 'set-url', 'origin', `http://127.0.0.1:${port()}/x.git`);
    for (const type of ['git_pull', 'git_fetch']) {
      const { error } = await world.act([{ type, repo_path: 'a' }]);
      expect(error?.message).toContain('is not a public address');
    }
    expect(asked).toEqual([]);
  });
});

test('no repository above the workspace is taken for one of it', async () => {
  git(world.base, 'init');
  await writeFile(join(world.base, 'x'), '');
  git(world.base, 'add', 'x');
  git(world.base, 'commit', '-m', 'above');
  const { error } = await world.act([{ type: 'get_sha', repo_path: '.', store_as: 'sha' }]);
  expect(error?.message).toContain('not a git repository');
});

test('what a model writes into the workspace never becomes a setting of git', async () => {
  const mark = join(world.base, 'mark');
  await commit('one');
  await world.act([{ type: 'clone_repo', url: `file://${origin}`, dest: 'a' }]);
  const setting = `[core]\n\tsshCommand = touch ${mark}\n[remote "origin"]\n\turl = ssh://nowhere/x\n`;
  for (const path of ['a/.git/config', 'a/.GIT/config', 'a/.git/hooks/post-merge', '.git', 'b/.git']) {
    const { error } = await world.act([{ type: 'write_file', path, content: setting }]);
    expect(error?.message).toContain('only git changes it');
  }
  // A folder that has the looks of a bare repository.
  const looks = {
    HEAD: 'ref: refs/heads/main\n',
    config: `${setting}[core]\n\tbare = true\n`,
    'objects/x': '',
    'refs/x': '',
  };
  for (const [name, content] of Object.entries(looks)) await world.context().files.write(`bare/${name}`, content);
  const { error } = await world.act([{ type: 'git_fetch', repo_path: 'bare' }]);
  expect(error?.message).toContain('bare repository');
  expect(await readdir(world.base)).not.toContain('mark');
});
