// Places of a secret that no finished step is made of: notes of work that waits, reports and logs of commands in the
// background, names of files, words of failures. And the other way round: a marker that comes from outside is only text.

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../../e2e/fakes/model-server.ts';
import { somebody, tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { lookUntil } from '../../testing/look-until.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { allEventsOf, eventsOf, whenAsked, whenRun, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { cancelRun } from '../cancel-run.ts';
import { startRun } from '../start-run.ts';
import { reportByToken } from './report-background.ts';

const fake = join(import.meta.dirname, '../../../e2e/fakes/mcp-server.mjs');
const value = `canary-key-${randomBytes(8).toString('hex')}`;
let model: ModelServer;
let engine: ScratchEngine;
let web: Server;
let asked: string[];

beforeEach(async () => {
  asked = [];
  web = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(`you asked for ${request.url}`);
  });
  await new Promise<void>((listening) => web.listen(0, '127.0.0.1', listening));
  model = await startModelServer();
  engine = await startScratchEngine({ ...model.env, PORT: '1', GATEHOUSE_FETCH_ALLOW: '127.0.0.1' });
});

afterEach(async () => {
  await engine.stop();
  await model.stop();
  web.close();
});

const here = () => `http://127.0.0.1:${(web.address() as AddressInfo).port}`;

async function start(nodes: Record<string, object>): Promise<string> {
  const servers = { box: { command: process.execPath, args: [fake] } };
  const inputs = { key: { type: 'secret' } };
  const source = JSON.stringify({ gatehouse: 1, name: 'Places', inputs, servers, nodes });
  return (await startRun(house, { source, inputs: { key: value }, actor: tester })).id;
}

const answer = (runId: string, gateId: string, option: string, more: object = {}) =>
  answerGate(house, { runId, gateId, option, actor: somebody('ann'), ...more });

/** Files outside of the workspaces that have the secret in them; a workspace is the programs' own. */
function leaks(): string[] {
  const found = readdirSync(engine.dataDirectory, { recursive: true, withFileTypes: true });
  return found.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.includes('/workspace/')) return [];
    return readFileSync(path).includes(value) || path.includes(value) ? [path] : [];
  });
}

test('the notes of a model that waits hold no secret, whatever its tools have said', async () => {
  model.answerWith([
    { calls: [{ name: 'list_files' }, { name: 'read_file', arguments: { path: 'told' } }] },
    { calls: [{ name: 'run_command', arguments: { argv: ['true'] } }] },
    { text: 'Done.' },
  ]);
  const id = await start({
    make: { type: 'cli', script: 'echo "$KEY" > told; : > "name-$KEY"', env: { KEY: '${inputs.key}' } },
    work: { type: 'task', action: 'look around', params: { key: '${inputs.key}' } },
  });
  const gate = await whenAsked(id);
  expect(gate.purpose).toBe('tool');
  expect(leaks()).toEqual([]);
  await answer(id, gate.id, 'allow');
  await whenStatus(id, 'completed');
  expect(JSON.stringify(model.asked)).toContain('name-[secret key]');
  expect(JSON.stringify([model.asked, await allEventsOf(id)])).not.toContain(value);
  expect(leaks()).toEqual([]);
});

test('what a tool’s failure tells is kept in the notes without the secret', async () => {
  model.answerWith([
    { calls: [{ name: 'box__echo', arguments: { message: 7 } }] },
    { calls: [{ name: 'box__fail' }] },
    { text: 'Done.' },
  ]);
  const servers = { box: { command: process.execPath, args: [fake, 'refuses'], env: { KEY: '${inputs.key}' } } };
  const work = { type: 'ai', prompt: '${inputs.key}', tools: ['box.echo', 'box.fail'], ask: ['box.fail'] };
  const source = JSON.stringify({
    gatehouse: 1,
    name: 'Refusing',
    inputs: { key: { type: 'secret' } },
    servers,
    nodes: { work },
  });
  const { id } = await startRun(house, { source, inputs: { key: 'not today' }, actor: tester });
  await answer(id, (await whenAsked(id)).id, 'allow');
  const gate = await whenAsked(id);
  expect(gate.purpose).toBe('tool');
  const { dataDirectory } = engine;
  const notes = join(dataDirectory, 'runs/refusing', id, 'work/1-1/notebook.json');
  expect(readFileSync(notes, 'utf8')).toContain('Error: ');
  expect(readFileSync(notes, 'utf8')).not.toContain('not today');
  await cancelRun(house, { runId: id, actor: tester });
});

const background = (script: string) => ({
  work: { type: 'cli', script, env: { KEY: '${inputs.key}' }, background: true },
});
const tells = 'printf %s "$GATEHOUSE_CALLBACK" > .address; mv .address address; exec sleep 600';

async function tokenOf(id: string): Promise<string> {
  const { state } = await whenRun(id, ({ nodes }) => nodes.work?.status === 'waiting');
  const file = join(state.workspace, 'address');
  await lookUntil(() => existsSync(file));
  return readFileSync(file, 'utf8').split('/').at(-1) ?? '';
}

test('a report and the log of a command in the background are kept without the secret', async () => {
  const id = await start(background(`echo "out $KEY"; echo "err $KEY" >&2; ${tells}`));
  const output = `the key is ${value}, in base64 ${Buffer.from(value).toString('base64')}`;
  await reportByToken(house, await tokenOf(id), { exit_code: 0, output, output_path: `${value}.txt` });
  const { state } = await whenStatus(id, 'completed');
  expect(state.outputs.work).toMatchObject({ stdout: 'the key is [secret key], in base64 [secret key]' });
  expect(JSON.stringify(await allEventsOf(id))).not.toContain(value);
  expect(leaks()).toEqual([]);
});

test('F11 the log of a command holds no secret while it works in the background', async () => {
  const id = await start(background(`printf 'out %s' "$KEY"; echo " $KEY"; echo "err $KEY" >&2; ${tells}`));
  await tokenOf(id);
  const [run] = readdirSync(join(engine.dataDirectory, 'runs')).map((name) => join(engine.dataDirectory, 'runs', name));
  const log = (stream: string) => readFileSync(join(run ?? '', id, 'work/1-1', `${stream}.log`), 'utf8');
  await lookUntil(() => log('stdout').endsWith('\n') && log('stderr').endsWith('\n'));
  expect([log('stdout'), log('stderr')]).toEqual(['out [secret key] [secret key]\n', 'err [secret key]\n']);
  expect(leaks()).toEqual([]);
  await cancelRun(house, { runId: id, actor: tester });
});

test('a command that is cancelled in the background leaves no secret in its log', async () => {
  const id = await start(background(`echo "out $KEY"; ${tells}`));
  const token = await tokenOf(id);
  await cancelRun(house, { runId: id, actor: tester });
  expect(leaks()).toEqual([]);
  await expect(reportByToken(house, token, { exit_code: 0, output: value })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(leaks()).toEqual([]);
});

test('a marker that a command prints is text: what is done with it later reveals nothing', async () => {
  const id = await start({
    ask: { type: 'gate', kind: 'approval', message: 'Go?' },
    print: {
      type: 'action',
      do: [{ type: 'run_command', script: 'cat marker; cat marker >&2', store_as: 'printed' }],
    },
    named: { type: 'action', do: [{ type: 'glob_files', pattern: '*', store_as: 'names' }] },
    send: {
      type: 'action',
      do: [
        { type: 'web_fetch', url: `${here()}/?a=\${computed.printed.stdout}&b=\${computed.names}`, store_as: 'page' },
      ],
    },
  });
  const gate = await whenAsked(id);
  const { state } = await whenRun(id, () => true);
  mkdirSync(state.workspace, { recursive: true });
  const marker = String(state.inputs.key);
  expect(marker).toMatch(/^\[secret key [0-9a-f]{16}\]$/);
  writeFileSync(join(state.workspace, 'marker'), marker);
  writeFileSync(join(state.workspace, marker), '');
  await answer(id, gate.id, 'yes');
  await whenStatus(id, 'completed');
  expect(asked).toHaveLength(1);
  expect(asked[0]).not.toContain(value);
  expect(decodeURIComponent(asked[0] ?? '')).toContain('a=[secret key]');
});

test('a page that cannot be fetched is told without the secret, and without half of it', async () => {
  const fetching = (url: string) => ({
    type: 'action',
    do: [{ type: 'web_fetch', url, store_as: 'page', allow_failure: true }],
  });
  const id = await start({
    bad: fetching(`http://a b/${'x'.repeat(190)}?key=\${inputs.key}`),
    inner: fetching('http://10.0.0.1/?key=${inputs.key}'),
    echoed: fetching(`${here()}/?key=\${inputs.key}`),
    user: fetching('http://me:${inputs.key}@127.0.0.1/'),
  });
  await whenStatus(id, 'completed');
  expect(asked).toEqual([`/?key=${value}`]);
  const told = JSON.stringify(await allEventsOf(id));
  expect(told).toContain('you asked for /?key=[secret key]');
  for (let length = 10; length <= value.length; length++) expect(told).not.toContain(value.slice(0, length));
  expect(leaks()).toEqual([]);
  expect(await eventsOf(id, 'node_failed')).toEqual([]);
});
