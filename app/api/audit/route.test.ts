import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkChainLines } from '#lib/receipts/audit-chain.ts';
import { startRun } from '#lib/runs/start-run.ts';
import { somebody } from '#lib/testing/actors.ts';
import { type ScratchEngine, startScratchEngine } from '#lib/testing/scratch-engine.ts';
import { whenStatus } from '#lib/testing/scratch-run.ts';
import { GET as getKeys } from '../keys/route.ts';
import { GET as getBundle } from '../runs/[runId]/bundle/route.ts';
import { GET } from './route.ts';

const token = 'scratch-owner-token-0123456789';
let engine: ScratchEngine;
let runId: string;

beforeAll(async () => {
  engine = await startScratchEngine({ GATEHOUSE_TOKEN: token });
  const source = 'gatehouse: 1\nname: One\nnodes: { done: { type: end } }\n';
  runId = (await startRun(engine.house, { source, actor: somebody('ada') })).id;
  await whenStatus(runId, 'completed');
});
afterAll(() => engine.stop());

function ask(path: string, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost:3000${path}`, {
    headers: { host: 'localhost:3000', authorization: `Bearer ${token}`, ...headers },
  });
  const params = Promise.resolve({ runId });
  if (path.startsWith('/api/keys')) return getKeys(request, { params });
  return path.startsWith('/api/runs') ? getBundle(request, { params }) : GET(request, { params });
}

async function* linesOf(response: Response) {
  yield* (await response.text()).split('\n').slice(0, -1);
}

test('the log is read page by page in the order of its chain, filtered by who, what and when', async () => {
  const first = await (await ask('/api/audit?limit=1')).json();
  expect(first).toMatchObject({ entries: [{ number: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }], next: 1 });
  const started = await (await ask('/api/audit?after=1&act=run')).json();
  expect(started).toMatchObject({
    entries: [{ act: 'run.started', subject: runId, who: { name: 'ada' } }],
    next: null,
  });
  expect(await (await ask('/api/audit?act=run&to=2020-01-01')).json()).toEqual({ entries: [], next: null });
});

test('as lines it is the chain, which is checked with the public keys alone', async () => {
  for (const [path, headers] of [
    ['/api/audit?as=jsonl', {}],
    ['/api/audit', { accept: 'application/jsonl' }],
  ] as const) {
    const response = await ask(path, headers);
    expect(response.headers.get('content-type')).toBe('application/jsonl');
    const checked = await checkChainLines(linesOf(response), null);
    const { keys } = await (await ask('/api/keys')).json();
    expect(checked).toMatchObject({ problems: [], first: 1, sealed: { key: keys.at(-1).id } });
  }
  const refused = await ask('/api/audit?as=jsonl&who=ada');
  expect([refused.status, (await refused.json()).error.message]).toEqual([400, expect.stringContaining('"who"')]);
});

test('giving out the log and a run are acts themselves', async () => {
  await (await ask('/api/audit?as=jsonl')).text();
  await (await ask(`/api/runs/${runId}/bundle`)).arrayBuffer();
  const { entries } = await (await ask('/api/audit?limit=1000')).json();
  const [log, run] = entries.slice(-2);
  expect(log).toMatchObject({ act: 'audit.exported', who: { name: 'api', via: 'token' } });
  expect(run).toMatchObject({ act: 'run.exported', subject: runId, details: { as: 'bundle' } });
});

test('nobody reads the log without an account, nor the keys', async () => {
  for (const path of ['/api/audit', '/api/audit?as=jsonl', '/api/keys']) {
    expect((await ask(path, { authorization: 'Bearer wrong' })).status).toBe(401);
  }
});
