import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPeople, somebody } from '#lib/testing/actors.ts';
import { house } from '#lib/testing/house.ts';
import { openScratchConsole, type ScratchConsole, scratchToken } from '#lib/testing/scratch-console.ts';
import { GET as stuck } from '../stuck/route.ts';
import { GET } from './route.ts';

let scratch: ScratchConsole;
beforeAll(async () => {
  scratch = await openScratchConsole();
  await addPeople(house, somebody('ada'), somebody('ben'), somebody('cem'));
});
afterAll(() => scratch.close());

async function ask(handler: typeof GET, query: string) {
  const headers = { host: 'localhost:3000', authorization: `Bearer ${scratchToken}` };
  const response = await handler(new Request(`http://localhost:3000/api/x${query}`, { headers }), {
    params: Promise.resolve({}),
  });
  return {
    status: response.status,
    body: (await response.json()) as { people: { id: string }[]; next: string | null },
  };
}

test('everybody is listed once, page by page', async () => {
  const whole = (await ask(GET, '')).body;
  expect([whole.people.map(({ id }) => id).sort(), whole.next]).toEqual([['ada', 'ben', 'cem', 'owner'], null]);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await ask(GET, `?limit=3&cursor=${cursor}`);
    expect(body.people.length).toBeLessThanOrEqual(3);
    seen.push(...body.people.map(({ id }) => id));
    cursor = body.next;
  }
  expect(seen).toEqual(whole.people.map(({ id }) => id));
});

test('a page is as long as allowed, and a cursor is one that the list gave out', async () => {
  for (const handler of [GET, stuck]) {
    for (const query of ['?limit=0', '?limit=201', '?limit=x', '?cursor=x']) {
      expect([query, (await ask(handler, query)).status]).toEqual([query, 400]);
    }
  }
  expect((await ask(stuck, '?limit=1')).body).toEqual({ runs: [], next: null });
});
