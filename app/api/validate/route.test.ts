import { afterAll, beforeAll, expect, test } from 'vitest';
import { endParseWorker } from '#lib/clients/files/parse-worker.ts';
import { openScratchConsole, type ScratchConsole, scratchToken } from '#lib/testing/scratch-console.ts';
import { sourceLimits } from '#lib/workflow/source/source-limits.ts';
import { house } from '../../../lib/testing/house.ts';
import { GET as getSchema } from '../schema/route.ts';
import { POST } from './route.ts';

let scratch: ScratchConsole;
beforeAll(async () => {
  scratch = await openScratchConsole();
});
afterAll(async () => {
  await endParseWorker(house);
  await scratch.close();
});

const context = { params: Promise.resolve({}) };
const headers = { host: 'localhost:3000', origin: 'http://localhost:3000', authorization: `Bearer ${scratchToken}` };

function validate(body: string): Promise<Response> {
  const request = new Request('http://localhost:3000/api/validate', {
    method: 'POST',
    body,
    headers: { ...headers, 'content-type': 'text/yaml' },
  });
  return POST(request, context);
}

const good = 'gatehouse: 1\nname: Good\nnodes:\n  a: { type: end }\n';

test('a good file is ok, small or large', async () => {
  for (const text of [good, `${good}${'# x\n'.repeat(10_000)}`]) {
    const response = await validate(text);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ok: true, format: 'gatehouse', name: 'Good', nodes: 1, problems: [] });
  }
});

test.each([
  ['tasks', 'workflow: { name: T, tasks: [{ id: a, action: go }] }'],
  [
    'player',
    '{ "template_id": "t", "name": "P", "context_schema": {}, "edges": [], "nodes": [{ "id": "a", "type": "checkpoint" }] }',
  ],
  [
    'chain',
    '{ "chain_id": "c", "name": "C", "entry": "a", "nodes": { "a": { "type": "step", "content_inline": "x" } } }',
  ],
])('a file of the format %s is told as one', async (format, body) => {
  expect(await (await validate(body)).json()).toMatchObject({ ok: true, format, nodes: 1 });
});

test('what is no workflow is told so, whatever is wrong with it', async () => {
  for (const body of ['{ "colour": "red" }', 'a: [', '{ "template_id": "x" /* no */ }']) {
    expect(await (await validate(body)).json()).toMatchObject({ ok: false, format: 'unknown', nodes: 0 });
  }
});

test.each([
  ['deep', '['.repeat(sourceLimits.bytes), 'too_deep'],
  ['many aliases', `a: &a 1\nb: [${'*a, '.repeat(5000)}]\n`, 'too_many_aliases'],
  ['many words', 'a, '.repeat(150_000), 'too_large'],
  ['broken', 'a: [', 'yaml_syntax'],
])('a %s file is answered with its problem', async (_, body, code) => {
  const response = await validate(`${code === 'too_large' ? '[' : ''}${body}`.slice(0, sourceLimits.bytes));
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    ok: false,
    problems: [
      { severity: 'error', code, file: 'source', line: expect.any(Number), column: expect.any(Number), path: '' },
    ],
  });
});

test('a file over the limit is answered with 413', async () => {
  const response = await validate(`${good}#${'x'.repeat(sourceLimits.bytes)}`);
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ error: { code: 'too_large' } });
});

test('the schema of the language is given to whoever is signed in', async () => {
  const url = 'http://localhost:3000/api/schema';
  const response = await getSchema(new Request(url, { headers }), context);
  expect(response.headers.get('content-type')).toBe('application/schema+json');
  expect(await response.json()).toMatchObject({ title: 'Gatehouse workflow', type: 'object' });
  expect((await getSchema(new Request(url, { headers: { host: headers.host } }), context)).status).toBe(401);
});
