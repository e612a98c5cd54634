import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScratchConsole, type ScratchConsole, scratchToken } from '#lib/testing/scratch-console.ts';
import { POST as startRun } from '../../runs/route.ts';
import { GET, PUT } from './route.ts';

const broken = 'gatehouse: 1\nname: Broken\nnodes:\n  a: { type: checkpoint, next: kepe }\n  keep: { type: end }\n';

let scratch: ScratchConsole;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-workflows-'));
  writeFileSync(join(folder, 'broken.yaml'), broken);
  scratch = await openScratchConsole({ GATEHOUSE_WORKFLOWS: folder });
});
afterAll(async () => {
  await scratch.close();
  rmSync(folder, { recursive: true });
});

async function call(handler: typeof GET, method: string, type?: string, body?: string, etag?: string) {
  const headers: Record<string, string> = { host: 'localhost:3000', authorization: `Bearer ${scratchToken}` };
  if (type) headers['content-type'] = type;
  if (etag) headers['if-match'] = etag;
  const request = new Request('http://localhost:3000/api', { method, headers, ...(body ? { body } : {}) });
  const response = await handler(request, { params: Promise.resolve({ name: 'broken' }) });
  return { status: response.status, body: await response.json() };
}

const problems = (file: string) => [
  {
    severity: 'error',
    code: 'unknown_target',
    file,
    line: 4,
    column: 32,
    path: 'nodes.a.next',
    message: 'node "a" points to unknown node "kepe"',
    suggestion: 'did you mean "keep"?',
  },
  { severity: 'warning', code: 'unreachable', file },
];

test('the problems of a workflow name its file', async () => {
  expect(await call(GET, 'GET')).toMatchObject({ status: 200, body: { problems: problems('broken.yaml') } });
});

test('a file that is refused when it is saved has its problems with the file it would have been', async () => {
  expect(await call(PUT, 'PUT', 'text/yaml', broken)).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid_workflow', details: { problems: problems('broken.yaml') } } },
  });
});

test.each([
  ['workflow', { workflow: 'broken' }, 'broken.yaml'],
  ['source', { source: broken }, 'source'],
])('a run that cannot start from a %s says which text is wrong', async (_, request, file) => {
  expect(await call(startRun, 'POST', 'application/json', JSON.stringify(request))).toMatchObject({
    status: 422,
    body: { error: { code: 'invalid_workflow', details: { problems: problems(file) } } },
  });
});

test('who saved a file is kept with its text, and told in the audit log', async () => {
  const good = broken.replace('kepe', 'keep').replace('Broken', 'Mended');
  const etag = (await call(GET, 'GET')).body.etag;
  expect((await call(PUT, 'PUT', 'text/yaml', good, etag)).status).toBe(200);
  expect(await scratch.store.listWorkflowVersions('broken')).toMatchObject([{ name: 'Mended', savedBy: 'api' }]);
  const { entries } = await scratch.store.pageOfAudit({ act: 'workflow.saved', limit: 10 });
  expect(entries).toMatchObject([{ subject: 'broken', who: { person: 'owner' } }]);
});

test('a text that is meant as a new file is refused where one has its name, whatever it says', async () => {
  const headers = {
    ...{ host: 'localhost:3000', authorization: `Bearer ${scratchToken}`, 'content-type': 'text/yaml' },
    'if-none-match': '*',
  };
  const body = broken.replace('kepe', 'keep');
  const put = (name: string) =>
    PUT(new Request('http://localhost:3000/api', { method: 'PUT', headers, body }), {
      params: Promise.resolve({ name }),
    });
  const refused = await put('broken');
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    error: { code: 'conflict', message: 'There is a workflow "broken" already; choose another name' },
  });
  expect((await put('fresh')).status).toBe(200);
});
