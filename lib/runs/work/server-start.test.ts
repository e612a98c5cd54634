// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are workflow templates
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../../e2e/fakes/model-server.ts';
import { somebody, tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { eventsOf, whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { startRun } from '../start-run.ts';
import { graphOf } from './graph-of.ts';

const fake = join(import.meta.dirname, '../../../e2e/fakes/mcp-server.mjs');
const echo = { type: 'tool', server: 'box', tool: 'echo', arguments: { message: 'hi' } };
let model: ModelServer;
let engine: ScratchEngine;
let folder: string;

beforeEach(async () => {
  model = await startModelServer();
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-folder-'));
  engine = await startScratchEngine({ ...model.env, GATEHOUSE_FOLDERS: `${folder},${process.cwd()}` });
});

afterEach(async () => {
  await engine.stop();
  await model.stop();
  rmSync(folder, { recursive: true });
});

async function start(file: Record<string, unknown>, inputs: Record<string, unknown> = {}): Promise<string> {
  const source = JSON.stringify({ gatehouse: 1, name: 'Scratch', nodes: { work: echo }, ...file });
  return (await startRun(house, { source, inputs, actor: tester })).id;
}

async function allow(runId: string): Promise<string> {
  const gate = await whenAsked(runId);
  expect(gate).toMatchObject({ purpose: 'server', node: 'work' });
  await answerGate(house, { runId, gateId: gate.id, option: 'allow', actor: somebody('ann') });
  return gate.show.map(({ text }) => text).join('\n');
}

/** Runs the server after a line of its own. */
const script = (line: string) => `${line}\nexec "${process.execPath}" "${fake}"\n`;

test('F3 what was allowed with one value is asked about again with another, which has not run by then', async () => {
  const servers = { box: { command: 'sh', args: ['-c', '${inputs.cmd}'] } };
  const file = { inputs: { cmd: { type: 'string', required: true } }, servers };
  const good = script('true');
  const first = await start(file, { cmd: good });
  expect(await allow(first)).toContain(`args[1]: ${good.trim().split('\n')[0]}`);
  await whenStatus(first, 'completed');

  const hostile = await start(file, { cmd: script(`touch ${folder}/owned`) });
  const gate = await whenAsked(hostile);
  expect(gate).toMatchObject({ purpose: 'server' });
  expect(gate.show[0]?.text).toContain(`touch ${folder}/owned`);
  expect(existsSync(join(folder, 'owned'))).toBe(false);

  await whenStatus(await start(file, { cmd: good }), 'completed');
});

test('F3 a script of the workspace is allowed with what is in it', async () => {
  const file = { workspace: { path: folder, mode: 'shared' }, servers: { box: { command: 'sh', args: ['srv.sh'] } } };
  writeFileSync(join(folder, 'srv.sh'), script('true'));
  const first = await start(file);
  expect(await allow(first)).toMatch(/file srv.sh: SHA-256 [0-9a-f]{64}/);
  await whenStatus(first, 'completed');
  await whenStatus(await start(file), 'completed');

  writeFileSync(join(folder, 'srv.sh'), script('touch owned'));
  const changed = await start(file);
  expect(await whenAsked(changed)).toMatchObject({ purpose: 'server' });
  expect(existsSync(join(folder, 'owned'))).toBe(false);
});

test('F3 a script that the node itself changes before it starts the server is not started', async () => {
  writeFileSync(join(folder, 'srv.sh'), script('true'));
  const work = {
    type: 'action',
    do: [
      { type: 'write_file', path: 'srv.sh', content: script('touch owned') },
      { type: 'mcp_tool_call', tool: 'box.echo', params: { message: 'hi' } },
    ],
  };
  const servers = { box: { command: 'sh', args: ['srv.sh'] } };
  const id = await start({ workspace: { path: folder, mode: 'shared' }, servers, nodes: { work } });
  await allow(id);
  const gate = await whenAsked(id);
  expect(gate).toMatchObject({ purpose: 'failure' });
  expect(JSON.stringify(gate.show)).toContain('has changed since it was allowed');
  expect(existsSync(join(folder, 'owned'))).toBe(false);
});

test('F3 the servers of a model are asked about before it begins, and once for all workspaces', async () => {
  const servers = { box: { command: process.execPath, args: [fake, 'ok', '${workspace}'] } };
  const file = { servers, nodes: { work: { type: 'ai', prompt: 'Say hi.', tools: ['box.echo'] } } };
  model.answerWith((_, index) =>
    index % 2 === 0 ? { calls: [{ name: 'box__echo', arguments: { message: 'hi' } }] } : { text: 'I said it.' },
  );
  const first = await start(file);
  await whenAsked(first);
  expect(model.asked).toEqual([]);
  await allow(first);
  await whenStatus(first, 'completed');
  await whenStatus(await start(file), 'completed');
});

test('F3 a new secret in the environment is not asked about, one in an argument is asked about in every run', async () => {
  const inputs = { key: { type: 'secret' } };
  const box = { command: process.execPath, args: [fake], env: { TOKEN: '${inputs.key}' } };
  const first = await start({ inputs, servers: { box } }, { key: 'first-value' });
  expect(await allow(first)).toContain('env TOKEN: [secret key]');
  await whenStatus(first, 'completed');
  await whenStatus(await start({ inputs, servers: { box } }, { key: 'second-value' }), 'completed');

  const args = [fake, 'ok', '${inputs.key}'];
  for (const key of ['first-value', 'second-value']) {
    const id = await start({ inputs, servers: { box: { command: process.execPath, args } } }, { key });
    expect(await allow(id)).toContain('args[2]: [secret key]');
    await whenStatus(id, 'completed');
  }
});

test('F3 what was allowed as it is written, and not as it is started, is asked about once more', async () => {
  const file = { servers: { box: { command: 'sh', args: ['-c', script('true')] } } };
  const first = await start(file);
  await whenAsked(first);
  const { seq = 0, versionId = '' } = (await house.store.readRun(first)) ?? {};
  const [written] = (await graphOf(house, versionId)).servers;
  const approveServer = { hash: written?.hash ?? '', server: 'box', workflow: 'scratch', by: 'ann', at: '2026-01-01' };
  expect(await house.store.commit({ runId: first, expectedSeq: seq, events: [], approveServer })).toEqual({ ok: true });

  const second = await start(file);
  expect(await whenAsked(second)).toMatchObject({
    purpose: 'server',
    message: expect.stringContaining('It is asked again'),
  });
  await allow(second);
  await whenStatus(second, 'completed');
  await whenStatus(await start(file), 'completed');
});

test('a server that runs already is not asked about when its file changes', async () => {
  const touch = { type: 'cli', command: ['sh', '-c', 'echo "# more" >> srv.sh'] };
  writeFileSync(join(folder, 'srv.sh'), script('true'));
  const servers = { box: { command: 'sh', args: ['srv.sh'] } };
  const nodes = { work: echo, touch, again: echo };
  const id = await start({ workspace: { path: folder, mode: 'shared' }, servers, nodes });
  await allow(id);
  await whenStatus(id, 'completed');
  expect(readFileSync(join(folder, 'srv.sh'), 'utf8')).toContain('# more');
  expect(await eventsOf(id, 'gate_opened')).toHaveLength(1);
});
