// What belongs to the console stays with it: no program that a workflow starts, in any way, sees a variable that it was not
// given.

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { somebody, tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { startNodes, whenAsked, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { startRun } from '../start-run.ts';

const canary = 'canary-of-the-console';
const names = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'GATEHOUSE_TOKEN',
  'GATEHOUSE_WEBHOOK_SECRET',
  'GATEHOUSE_WEBHOOK_URL',
  'GATEHOUSE_SMTP_URL',
  'GATEHOUSE_OIDC_CLIENT_SECRET',
  'GATEHOUSE_DATA',
  'DATABASE_URL',
  'NODE_OPTIONS_CANARY',
  'NPM_TOKEN',
  'npm_config__auth',
  'AWS_SECRET_ACCESS_KEY',
  'GITHUB_TOKEN',
  'GIT_ASKPASS',
  'SSH_AUTH_SOCK',
  'LD_LIBRARY_PATH_CANARY',
  'PYTHONSTARTUP',
  'ANYTHING',
];
const known = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'ALL_PROXY', 'all_proxy'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'GIT_SSL_CAINFO'],
  ...['HOME', 'LANG', 'LC_ALL', 'TERM', 'TMPDIR', 'TZ', 'USER', 'LOGNAME', 'SHELL', 'PATH'],
  ...[
    'GATEHOUSE_WORKSPACE',
    'GATEHOUSE_ARTIFACTS',
    'GATEHOUSE_PROCESS',
    'GATEHOUSE_CONSOLE',
    'GATEHOUSE_EXEC_ID',
    'GATEHOUSE_CALLBACK',
  ],
  // A shell's own.
  ...['PWD', 'OLDPWD', 'SHLVL', '_'],
];
const print = 'console.log(JSON.stringify(process.env))';
const fake = join(import.meta.dirname, '../../../e2e/fakes/mcp-server.mjs');
let engine: ScratchEngine;

beforeAll(async () => {
  for (const name of names) vi.stubEnv(name, canary);
  engine = await startScratchEngine({ PORT: '1' });
});
afterAll(async () => {
  await engine.stop();
  vi.unstubAllEnvs();
});

async function outputOf(node: Record<string, unknown>): Promise<Record<string, string>> {
  const id = await startNodes({ work: node });
  const { state } = await whenStatus(id, 'completed');
  const found = (state.outputs.work as { stdout?: string } | null)?.stdout ?? state.computed.ran;
  return JSON.parse(typeof found === 'string' ? found : (found as { stdout: string }).stdout);
}

const command = [process.execPath, '-e', print];

test.each([
  ['a command', { type: 'cli', command }],
  ['a script', { type: 'cli', script: `"${process.execPath}" -e '${print}'` }],
  ['a command in the background', { type: 'cli', command, background: true }],
  [
    'the script of an effect',
    { type: 'action', do: [{ type: 'run_command', script: `"${process.execPath}" -e '${print}'`, store_as: 'ran' }] },
  ],
])('%s sees what it is given', async (_, node) => {
  const seen = await outputOf(node);
  expect(Object.keys(seen).filter((name) => !known.includes(name))).toEqual([]);
  expect(JSON.stringify(seen)).not.toContain(canary);
});

test('a server sees what it is given', async () => {
  const source = JSON.stringify({
    gatehouse: 1,
    name: 'Server',
    servers: { box: { command: process.execPath, args: [fake], env: { OWN: 'given' } } },
    nodes: { work: { type: 'tool', server: 'box', tool: 'environment' } },
  });
  const { id } = await startRun(house, { source, actor: tester });
  const gate = await whenAsked(id);
  await answerGate(house, { runId: id, gateId: gate.id, option: 'allow', actor: somebody('ann') });
  const { state } = await whenStatus(id, 'completed');
  const seen = state.outputs.work as Record<string, string>;
  expect(seen.OWN).toBe('given');
  expect(Object.keys(seen).filter((name) => name !== 'OWN' && !known.includes(name))).toEqual([]);
  expect(JSON.stringify(seen)).not.toContain(canary);
});

test.runIf(process.platform === 'linux')('the parent of a command in the background knows nothing either', async () => {
  const read =
    'JSON.stringify(require("node:fs").readFileSync("/proc/" + process.ppid + "/environ", "utf8").split("\\0"))';
  const node = { type: 'cli', command: [process.execPath, '-e', `console.log(${read})`], background: true };
  const entries = Object.values(await outputOf(node)).filter(Boolean);
  const told = entries.map((entry) => entry.split('=', 1)[0]).filter((name) => name !== 'PWD');
  expect(told.sort()).toEqual(['GATEHOUSE_EXEC_ID', 'GATEHOUSE_PROCESS']);
});
