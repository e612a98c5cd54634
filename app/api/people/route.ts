import { z } from 'zod';
import { text, whole } from '#lib/http/query.ts';
import { route } from '#lib/http/route.ts';
import { createPerson, newPerson, pageOfPeople, personView } from '#lib/people/accounts/people.ts';

export const GET = route(
  {
    may: 'see',
    summary: 'Everybody with an account, in the order in which they came, page by page',
    query: { cursor: text({ most: 200 }), limit: whole({ least: 1, most: 200 }) },
    answers: { 200: z.object({ people: z.array(personView), next: z.string().nullable() }) },
    errors: ['bad_request'],
  },
  ({ house, query }) => pageOfPeople(house, query),
);

export const POST = route(
  {
    may: 'administer',
    summary: 'Makes an account; its person comes in by a sign-in link',
    body: newPerson,
    answers: { 201: personView },
    errors: ['conflict'],
  },
  async ({ house, body, actor }) => ({ status: 201, body: await createPerson(house, actor, body) }),
);
