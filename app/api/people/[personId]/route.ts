import { route } from '#lib/http/route.ts';
import { changePerson, personChange, personView, readPersonView } from '#lib/people/accounts/people.ts';

export const GET = route(
  { may: 'see', summary: 'One person', answers: { 200: personView }, errors: ['not_found'] },
  ({ house, params: { personId } }) => readPersonView(house, personId),
);

export const PATCH = route(
  {
    may: 'administer',
    summary: 'Changes the name, address or role of a person, or closes the account',
    body: personChange,
    answers: { 200: personView },
    errors: ['not_found', 'conflict'],
  },
  ({ house, params: { personId }, body, actor }) => changePerson(house, actor, personId, body),
);
