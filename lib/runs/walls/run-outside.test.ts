import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { somebody, tester } from '../../testing/actors.ts';
import { wallTest } from '../../testing/clients/wall-test.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { eventsOf, whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { startRun } from '../start-run.ts';
import { listAllowed, revokeAllowed } from './list-servers.ts';

const fake = join(import.meta.dirname, '../../../e2e/fakes/mcp-server.mjs');
let engine: ScratchEngine;
let place: string;
let bin: string;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'gatehouse-outside-'));
  bin = mkdtempSync(join(tmpdir(), 'gatehouse-programs-'));
  chmodSync(bin, 0o755);
  vi.stubEnv('HOME', place);
  vi.stubEnv('ALLOWED_WORD', 'word-of-the-console');
  writeFileSync(join(place, 'notes.txt'), 'notes of the machine');
  mkdirSync(join(place, '.claude'));
  writeFileSync(join(place, '.claude', 'login.json'), 'logged-in', { mode: 0o600 });
  engine = await startScratchEngine({ GATEHOUSE_FOLDERS: `${bin},${process.cwd()}` });
});
afterAll(async () => {
  await engine.stop();
  vi.unstubAllEnvs();
  for (const folder of [place, bin]) rmSync(folder, { recursive: true, force: true });
});

type More = Record<string, unknown>;
async function start(script: string, more: More = {}, node: More = {}): Promise<string> {
  const nodes = { work: { type: 'cli', script, ...node } };
  const source = JSON.stringify({ gatehouse: 1, name: 'Outside', ...more, nodes });
  return (await startRun(house, { source, actor: tester })).id;
}
const answer = (runId: string, gateId: string, option: string) =>
  answerGate(house, { runId, gateId, option, actor: somebody('ann') });
const printed = async (id: string) =>
  ((await whenStatus(id, 'completed')).state.outputs.work as { stdout: string }).stdout;

wallTest('what is declared is asked about once, for exactly that list, shown, and can be revoked', async () => {
  const notes = join(place, 'notes.txt');
  const script = `cat ${notes} 2>&1 || true; echo " $ALLOWED_WORD"`;
  expect(await printed(await start(script))).toContain('No such file');
  const outside = { read: [notes], env: ['ALLOWED_WORD'] };
  const first = await start(script, { outside });
  const gate = await whenAsked(first);
  expect(gate).toMatchObject({
    purpose: 'server',
    message: 'May the commands of this workflow use this of the machine?',
  });
  expect(JSON.stringify(gate.show)).toContain(`reads ${notes}`);
  expect(JSON.stringify(gate.show)).toContain('gets the variable ALLOWED_WORD');
  await answer(first, gate.id, 'allow');
  expect(await printed(first)).toBe('notes of the machine word-of-the-console\n');
  expect(await printed(await start(script, { outside }))).toContain('notes of the machine');
  const [allowed] = await listAllowed(house);
  expect(allowed).toMatchObject({ what: 'what commands use of the machine', by: 'ann' });
  await revokeAllowed(house, allowed?.hash as string, tester);
  const { entries } = await house.store.pageOfAudit({ act: 'outside', limit: 10 });
  expect(entries.map(({ act, who }) => `${who.name} ${act}`)).toEqual([
    'tester outside.revoked',
    'ann outside.allowed',
  ]);
  const again = await start(script, { outside });
  await answer(again, (await whenAsked(again)).id, 'deny');
  expect((await eventsOf(again, 'node_failed'))[0]?.data.error).toMatchObject({ code: 'server_denied' });
});

wallTest('what may be changed is changed, what may be read is not', async () => {
  const folder = mkdtempSync(join(place, 'shared-'));
  const script = `echo new > ${folder}/made; echo bad >> ${place}/notes.txt || echo refused`;
  const id = await start(script, { outside: { read: [join(place, 'notes.txt')], write: [folder] } });
  await answer(id, (await whenAsked(id)).id, 'allow');
  expect(await printed(id)).toBe('refused\n');
  expect(readFileSync(join(folder, 'made'), 'utf8')).toBe('new\n');
});

wallTest('a folder that is shared is asked about too, unless the administrator lists it', async () => {
  const folder = mkdtempSync(join(place, 'theirs-'));
  const workspace = { path: folder, mode: 'shared' };
  const id = await start('echo new > made; cat made', { workspace });
  const gate = await whenAsked(id);
  expect(JSON.stringify(gate.show)).toContain(`changes ${folder}`);
  expect(readdirSync(folder)).toEqual([]);
  await answer(id, gate.id, 'allow');
  expect(await printed(id)).toBe('new\n');
  expect(await printed(await start('echo listed', { workspace: { ...workspace, path: bin } }))).toBe('listed\n');
});

wallTest('what fetches the workspace uses what was allowed, and nothing before that', async () => {
  const repository = mkdtempSync(join(place, 'repository-'));
  execFileSync('git', ['init', '--quiet', repository]);
  // Settings of git that put another address in the place of the one that is written.
  const rewrite = `[url "${repository}"]\n\tinsteadOf = https://nowhere.invalid/x.git\n`;
  writeFileSync(join(place, '.gitconfig'), rewrite);
  const workspace = { git: 'https://nowhere.invalid/x.git' };
  const id = await start('git remote get-url origin', { workspace, outside: { read: ['git', repository] } });
  const gate = await whenAsked(id);
  expect(gate.purpose).toBe('server');
  await answer(id, gate.id, 'allow');
  expect(await printed(id)).toBe(`${repository}\n`);
  rmSync(join(place, '.gitconfig'));
});

wallTest('what is not on this machine is not asked about, and nobody works as the console for it', async () => {
  const user = await printed(await start('id -u'));
  expect(await printed(await start('id -u', { outside: { read: [join(place, 'nothing')] } }))).toBe(user);
});

wallTest('a preset brings its login: it is asked about, and its program finds it at home', async () => {
  writeFileSync(join(bin, 'claude'), '#!/bin/sh\ncat ~/.claude/login.json; echo used > ~/.claude/history\n', {
    mode: 0o755,
  });
  const nodes = { work: { type: 'cli', preset: 'claude', prompt: 'hello', env: { PATH: `${bin}:/usr/bin:/bin` } } };
  const source = JSON.stringify({ gatehouse: 1, name: 'Preset', nodes });
  const { id } = await startRun(house, { source, actor: tester });
  const gate = await whenAsked(id);
  expect(JSON.stringify(gate.show)).toContain('changes ~/.claude');
  await answer(id, gate.id, 'allow');
  expect(await printed(id)).toBe('logged-in');
  expect(readFileSync(join(place, '.claude', 'history'), 'utf8')).toBe('used\n');
});

wallTest.each([
  ['gh', ['gh', 'release', 'list'], '.config/gh', 'reads ~/.config/gh'],
  ['git with others', ['git', 'push', 'origin'], '.gitconfig', 'reads ~/.gitconfig'],
])('%s brings its settings and login: they are asked about', async (_, command, path, line) => {
  mkdirSync(join(place, '.config/gh'), { recursive: true });
  writeFileSync(join(place, '.gitconfig'), '');
  const id = await start('', {}, { script: undefined, command });
  expect(JSON.stringify((await whenAsked(id)).show)).toContain(line);
  rmSync(join(place, path), { recursive: true });
});

wallTest('git alone brings nothing: it is not asked about', async () => {
  writeFileSync(join(place, '.gitconfig'), '');
  expect(await printed(await start('', {}, { script: undefined, command: ['git', '--version'] }))).toContain('git');
  rmSync(join(place, '.gitconfig'));
});

wallTest('the home of a workflow lasts for it, and nobody else has it', async () => {
  expect(await printed(await start('echo kept > ~/x; echo made'))).toBe('made\n');
  expect(await printed(await start('cat ~/x'))).toBe('kept\n');
  const nodes = { work: { type: 'cli', script: 'cat ~/x 2>/dev/null || echo nothing' } };
  const source = JSON.stringify({ gatehouse: 1, name: 'Another', nodes });
  const { id } = await startRun(house, { source, actor: tester });
  expect(await printed(id)).toBe('nothing\n');
});

wallTest('network: none', async () => {
  const web = createServer((client) => client.end('told'));
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done));
  const { port } = web.address() as { port: number };
  const command = ['bash', '-c', `exec 2>/dev/null; (exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3) || echo nobody`];
  const open = await start('', {}, { script: undefined, command });
  expect(await printed(open)).toBe('told');
  const closed = await start('', {}, { script: undefined, command, network: 'none' });
  expect(await printed(closed)).toBe('nobody\n');
  web.close();
});

wallTest('a server is let out in those words, and only then sees this machine', async () => {
  const server = (outside?: unknown) =>
    JSON.stringify({
      gatehouse: 1,
      name: 'Let out',
      servers: { box: { command: process.execPath, args: [fake], ...(outside ? { outside } : {}) } },
      nodes: { work: { type: 'tool', server: 'box', tool: 'environment' } },
    });
  const homeOf = async (source: string, words: string) => {
    const { id } = await startRun(house, { source, actor: tester });
    const gate = await whenAsked(id);
    expect(gate.message).toContain(words);
    await answer(id, gate.id, 'allow');
    return ((await whenStatus(id, 'completed')).state.outputs.work as { HOME: string }).HOME;
  };
  expect(await homeOf(server(), 'behind a wall')).not.toBe(place);
  const words = 'It asks to be let out: with no wall around it, it can read everything this console can.';
  expect(await homeOf(server('all'), words)).toBe(place);
});

wallTest.each([
  ['${inputs.x}', 'no template'],
  ['../etc', 'absolute path'],
])('a list with %s is refused', async (path, why) => {
  const refused = start('true', { inputs: { x: {} }, outside: { write: [path] } });
  await expect(refused).rejects.toThrow(why);
  await expect(start('true', { outside: { env: ['GATEHOUSE_TOKEN'] } })).rejects.toThrow('the console’s own');
  await expect(start('true', { outside: { sockets: ['$GATEHOUSE_TOKEN'] } })).rejects.toThrow('the console’s own');
});
