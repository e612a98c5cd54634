import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPeople, somebody } from '#lib/testing/actors.ts';
import { house } from '#lib/testing/house.ts';
import { openScratchConsole, type ScratchConsole, scratchToken } from '#lib/testing/scratch-console.ts';
import { createRuns, gate, step } from '#lib/testing/store/samples.ts';
import { GET as listGates } from '../gates/route.ts';
import { POST as control } from './[runId]/[verb]/route.ts';
import { GET as readEvents } from './[runId]/events/route.ts';
import { GET as readState } from './[runId]/state/route.ts';
import { GET as listRuns } from './route.ts';

let scratch: ScratchConsole;
beforeAll(async () => {
  scratch = await openScratchConsole();
  await createRuns(scratch.store, ['one'], { status: 'completed' });
});
afterAll(() => scratch.close());

const handlers = { runs: listRuns, gates: listGates, events: readEvents, state: readState, restart: control };

async function call(name: keyof typeof handlers, query: string, accept = 'application/json') {
  const headers = { host: 'localhost:3000', authorization: `Bearer ${scratchToken}`, accept };
  const method = name === 'restart' ? 'POST' : 'GET';
  const request = new Request(`http://localhost:3000/api?${query}`, { method, headers });
  const response = await handlers[name](request, { params: Promise.resolve({ runId: 'one', verb: name }) });
  return { status: response.status, body: await response.json() };
}

test.each([
  [
    'runs',
    'status=zzz',
    '"status" is "zzz"; it must be queued, running, waiting, paused, completed, failed or cancelled',
  ],
  [
    'runs',
    'status=failed,zzz',
    '"status" is "zzz"; it must be queued, running, waiting, paused, completed, failed or cancelled',
  ],
  ['runs', 'limit=-1', '"limit" is "-1"; it must be a whole number from 1 to 200'],
  ['runs', 'limit=201', '"limit" is "201"; it must be a whole number from 1 to 200'],
  ['runs', 'archived=maybe', '"archived" is "maybe"; it must be true or false'],
  ['gates', 'status=zzz', '"status" is "zzz"; it must be open, answered or closed'],
  ['gates', 'show=all', '"show" is "all"; it must be mine, overdue or answered'],
  ['events', 'after=x', '"after" is "x"; it must be a whole number from 0'],
  ['events', 'before=1.5', '"before" is "1.5"; it must be a whole number from 0'],
  ['events', 'limit=0', '"limit" is "0"; it must be a whole number from 1'],
  ['state', 'at=abc', '"at" is "abc"; it must be a whole number from 0'],
  ['restart', 'plan=yes', '"plan" is "yes"; it must be true or false'],
] as const)('%s?%s is refused with the parameter, what was given and what is allowed', async (name, query, words) => {
  const [parameter, given] = query.split('=');
  expect(await call(name, query)).toMatchObject({
    status: 400,
    body: {
      error: {
        code: 'invalid_request',
        message: `The parameter ${words}.`,
        details: { parameter, given: given?.split(',').at(-1) },
      },
    },
  });
});

test('a stream of events refuses the same as the list of them', async () => {
  expect(await call('events', 'after=x', 'text/event-stream')).toMatchObject({ status: 400 });
});

test('an empty parameter counts as not given', async () => {
  expect(await call('runs', 'status=&limit=&q=&archived=')).toMatchObject({
    status: 200,
    body: { runs: [{ id: 'one' }] },
  });
  expect(await call('gates', 'status=')).toMatchObject({ status: 200 });
});

test('D3 the inbox is filtered before it is cut into pages', async () => {
  await addPeople(house, somebody('ada'));
  await createRuns(scratch.store, ['two']);
  const others = Array.from({ length: 5 }, (_, index) => gate('two', `o${index}`, { assignees: ['somebody else'] }));
  const mine = gate('two', 'mine', { opened_at: '2020-01-01T00:00:00.000Z', assignees: ['api', 'owner'] });
  const late = gate('two', 'late', { assignees: ['somebody else'], expires_at: '2020-01-01T00:00:00.000Z' });
  await scratch.store.commit(step('two', 1, { gates: [...others, mine, late] }));
  const ids = async (query: string) => {
    const { body } = await call('gates', query);
    return [body.gates.map(({ id }: { id: string }) => id), body.next];
  };
  expect(await ids('show=mine&limit=2')).toEqual([['mine'], null]);
  expect(await ids('show=overdue&status=open&limit=2')).toEqual([['late'], null]);
  expect(await call('gates', 'show=overdue&status=closed')).toMatchObject({ status: 400 });
});
