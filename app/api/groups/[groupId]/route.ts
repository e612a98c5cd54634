import { route } from '#lib/http/route.ts';
import { changeGroup, deleteGroup, groupChange, groupView } from '#lib/people/accounts/groups.ts';

export const PATCH = route(
  {
    may: 'administer',
    summary: 'Changes the name or the members of a group',
    body: groupChange,
    answers: { 200: groupView },
    errors: ['not_found', 'conflict'],
  },
  ({ house, actor, params: { groupId }, body }) => changeGroup(house, actor, groupId, body),
);

export const DELETE = route(
  { may: 'administer', summary: 'Deletes a group', answers: { 204: null }, errors: ['not_found', 'conflict'] },
  async ({ house, actor, params: { groupId } }) => {
    await deleteGroup(house, actor, groupId);
    return { status: 204 };
  },
);
