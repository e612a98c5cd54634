import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScratchConsole, type ScratchConsole, scratchToken } from '#lib/testing/scratch-console.ts';
import { createRuns } from '#lib/testing/store/samples.ts';
import { GET as readDisk } from '../../disk/route.ts';
import { POST as control } from './[verb]/route.ts';
import { DELETE, GET } from './route.ts';

let scratch: ScratchConsole;
beforeAll(async () => {
  scratch = await openScratchConsole();
});
afterAll(() => scratch.close());

async function call(handler: typeof GET, method: string, params: { runId?: string; verb?: string } = {}) {
  const headers = { host: 'localhost:3000', authorization: `Bearer ${scratchToken}` };
  const request = new Request('http://localhost:3000/api/runs', { method, headers });
  const response = await handler(request, { params: Promise.resolve(params) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

test('an ended run is deleted with 204 and is not found after that', async () => {
  await createRuns(scratch.store, ['over'], { status: 'completed' });
  expect(await call(DELETE, 'DELETE', { runId: 'over' })).toEqual({ status: 204, body: null });
  expect(await call(DELETE, 'DELETE', { runId: 'over' })).toMatchObject({ status: 404 });
  expect(await call(GET, 'GET', { runId: 'over' })).toMatchObject({ status: 404 });
});

test('a run that has not ended is neither deleted nor archived: 409 says what to do first', async () => {
  await createRuns(scratch.store, ['live'], { status: 'waiting' });
  const refused = {
    status: 409,
    body: { error: { code: 'run_not_ended', message: expect.stringMatching('cancel it first') } },
  };
  expect(await call(DELETE, 'DELETE', { runId: 'live' })).toMatchObject(refused);
  expect(await call(control, 'POST', { runId: 'live', verb: 'archive' })).toMatchObject(refused);
});

test('an ended run is archived and taken out of the archive', async () => {
  await createRuns(scratch.store, ['kept'], { status: 'failed' });
  const verb = (verb: string) => call(control, 'POST', { runId: 'kept', verb });
  expect(await verb('archive')).toEqual({ status: 200, body: { archived: true } });
  expect(await verb('unarchive')).toEqual({ status: 200, body: { archived: false } });
});

test('the use of the disk is told in bytes', async () => {
  expect(await call(readDisk, 'GET')).toMatchObject({
    status: 200,
    body: { database: expect.any(Number), files: 0, workflows: [], volume: { free: expect.any(Number) } },
  });
});
