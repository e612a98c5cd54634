import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordNames } from '#lib/export/records/index.ts';
import { scratchToken } from '#lib/testing/scratch-console.ts';
import { type ScratchEngine, startScratchEngine } from '#lib/testing/scratch-engine.ts';
import { startNodes, whenStatus } from '#lib/testing/scratch-run.ts';
import { house } from '../../../../../lib/testing/house.ts';
import { GET as getBundle } from '../bundle/route.ts';
import { GET } from './route.ts';

let engine: ScratchEngine;
let runId: string;
beforeAll(async () => {
  engine = await startScratchEngine({ GATEHOUSE_TOKEN: scratchToken });
  runId = await startNodes({ say: { type: 'cli', command: ['echo', 'hello'] }, keep: { type: 'checkpoint' } });
  await whenStatus(runId, 'completed');
});
afterAll(() => engine.stop());

const headers = { host: 'localhost:3000', authorization: `Bearer ${scratchToken}` };

function get(as: string | null, id = runId): Promise<Response> {
  const address = `http://localhost:3000/api/runs/${id}/export${as === null ? '' : `?as=${as}`}`;
  return GET(new Request(address, { headers }), { params: Promise.resolve({ runId: id }) });
}

test('one record is given alone, as what it is', async () => {
  const types = await Promise.all(recordNames.map(async (as) => (await get(as)).headers.get('content-type')));
  expect(Object.fromEntries(recordNames.map((as, index) => [as, types[index]]))).toMatchObject({
    'execution-log': 'text/markdown; charset=utf-8',
    session: 'application/json',
    checkpoints: 'application/zip',
    'run-folder': 'application/zip',
    state: 'application/yaml',
  });
  const session = await get('session');
  expect(session.headers.get('content-disposition')).toContain('session-state.json');
  expect(await session.json()).toMatchObject({ status: 'completed', node_states: { say: { status: 'completed' } } });
  expect(await (await get('execution-log')).text()).toContain('| workflow_complete | — | status=success |');
});

test('a record that there is not is refused with those that there are, and so is a run', async () => {
  for (const as of [null, 'pdf']) {
    const response = await get(as);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('execution-log, session, checkpoints, run-folder');
  }
  expect((await get('state', 'nobody')).status).toBe(404);
});

test('whatever leaves the console is told in the audit log, as what', async () => {
  const of = async () => (await house.store.pageOfAudit({ act: 'run.exported', subject: runId, limit: 100 })).entries;
  const before = (await of()).length;
  await get('state');
  const request = new Request(`http://localhost:3000/api/runs/${runId}/bundle`, { headers });
  const bundle = await getBundle(request, { params: Promise.resolve({ runId }) });
  await bundle.arrayBuffer();
  const told = (await of()).slice(0, -before || undefined);
  expect(told).toMatchObject([
    { details: { as: 'bundle' }, who: { person: 'owner', via: 'token' } },
    { details: { as: 'state' } },
  ]);
});
