import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteHandler } from '#lib/http/route.ts';
import { scratchToken } from '#lib/testing/scratch-console.ts';
import { type ScratchEngine, startScratchEngine } from '#lib/testing/scratch-engine.ts';
import { startNodes, whenAsked } from '#lib/testing/scratch-run.ts';
import { apiRoutes } from './api-routes.ts';
import { GET } from './route.ts';

type Json = Record<string, unknown>;
type Operation = {
  summary: string;
  parameters: { name: string; in: string; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: Json }> }>;
};
type Api = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
};

let engine: ScratchEngine;
let api: Api;
beforeAll(async () => {
  engine = await startScratchEngine({ GATEHOUSE_TOKEN: scratchToken });
  api = (await call(GET, {})) as Api;
});
afterAll(() => engine.stop());

async function call(handler: RouteHandler, params: Record<string, string>): Promise<unknown> {
  const headers = { host: 'localhost:3000', authorization: `Bearer ${scratchToken}` };
  const response = await handler(new Request('http://localhost:3000/api', { headers }), {
    params: Promise.resolve(params),
  });
  return response.json();
}

const operations = () =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, path, operation })),
  );

const folder = join(import.meta.dirname, '..');
const isCalled = (file: string) => file !== 'openapi.json/route.ts' && !file.startsWith('[...');
const addressOf = (file: string) => join('/api', dirname(file)).replaceAll('[', '{').replaceAll(']', '}');

test('every route of app/api is described, and nothing else is', async () => {
  const files = globSync('**/route.ts', { cwd: folder }).filter(isCalled);
  expect(Object.keys(apiRoutes).sort()).toEqual(files.map(addressOf).sort());
  for (const file of files) {
    const exported = await import(join(folder, file));
    expect(Object.keys(apiRoutes[addressOf(file)] ?? {}).sort(), file).toEqual(Object.keys(exported).sort());
  }
  expect(Object.keys(api.paths)).toContain('/api/openapi.json');
});

test('each verb of a run has its own address', () => {
  expect(api.paths['/api/runs/{runId}/pause']?.post).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { properties: { now: { type: 'boolean' } } } } } },
    responses: { 200: {}, 401: {}, 409: {} },
  });
  expect(api.paths['/api/runs/{runId}/fork']?.post).toMatchObject({
    parameters: [
      { name: 'runId', in: 'path' },
      { name: 'plan', in: 'query', schema: { type: 'boolean' } },
    ],
    responses: { 200: {}, 201: {} },
  });
  expect(Object.keys(api.paths)).not.toContain('/api/runs/{runId}/{verb}');
});

test('every operation says in a sentence what it does, names the parts of its path and tells an answer and the errors', () => {
  expect(api.openapi).toBe('3.1.0');
  for (const { at, path, operation } of operations()) {
    expect(operation.summary?.length, at).toBeGreaterThan(5);
    const inPath = operation.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => `{${name}}`);
    expect(inPath, at).toEqual(path.match(/\{\w+\}/g) ?? []);
    const statuses = Object.keys(operation.responses);
    expect(statuses.filter((status) => /^[23]\d\d$/.test(status)).length, at).toBeGreaterThan(0);
    expect(statuses, at).toContain('421');
    for (const { description } of Object.values(operation.responses)) expect(description, at).toBeTruthy();
  }
});

test('every schema compiles and every reference leads to one', () => {
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: 'api', ...api });
  const schemas = operations().flatMap(({ at, operation }) => [
    ...operation.parameters.map(({ schema }) => ({ at, schema })),
    ...[operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
      Object.values(part?.content ?? {}).flatMap(({ schema }) => (schema ? [{ at, schema }] : [])),
    ),
  ]);
  expect(schemas.length).toBeGreaterThan(50);
  for (const { at, schema } of [
    ...schemas,
    ...Object.values(api.components.schemas).map((one) => ({ at: '', schema: one })),
  ]) {
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'));
    expect(() => ajv.compile(absolute), at).not.toThrow();
  }
  expect(Object.keys(api.components.schemas)).toEqual(
    expect.arrayContaining(['Error', 'RunSummary', 'Run', 'Gate', 'Event', 'Artifact', 'Problem', 'Workflow']),
  );
});

test('what is answered about a run that waits fits what is described', async () => {
  const runId = await startNodes({ ask: { type: 'gate', kind: 'approval', message: 'Well?' } });
  const gateId = (await whenAsked(runId)).id;
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: 'api', ...api });
  for (const path of [
    '/api/health',
    '/api/ready',
    '/api/workflows',
    '/api/runs',
    '/api/runs/{runId}',
    '/api/runs/{runId}/events',
    '/api/runs/{runId}/artifacts',
    '/api/runs/{runId}/gates/{gateId}',
    '/api/runs/{runId}/gates/{gateId}/links',
    '/api/gates',
    '/api/disk',
    '/api/stuck',
    '/api/people',
  ]) {
    const answer = await call(apiRoutes[path]?.GET as RouteHandler, { runId, gateId });
    const schema = api.paths[path]?.get?.responses[200]?.content?.['application/json']?.schema;
    const fits = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')));
    expect([path, fits(answer), fits.errors]).toEqual([path, true, null]);
  }
});

test('what the wrapper refuses fits the schema of an error', async () => {
  const ajv = new Ajv2020({ strict: false });
  const fits = ajv.compile(api.components.schemas.Error as Json);
  const refused = await GET(new Request('http://localhost:3000/api/openapi.json', { headers: { host: 'localhost' } }), {
    params: Promise.resolve({}),
  });
  expect(refused.status).toBe(401);
  expect(fits(await refused.json())).toBe(true);
});
