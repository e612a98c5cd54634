import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { createPerson, listPeople, newPerson, personView } from '#lib/people/accounts/people.ts';

export const GET = route(
  { may: 'see', summary: 'Everybody with an account', answers: { 200: z.object({ people: z.array(personView) }) } },
  async ({ house }) => ({ people: await listPeople(house) }),
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
