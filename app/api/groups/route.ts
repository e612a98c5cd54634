import { z } from 'zod';
import { route } from '#lib/http/route.ts';
import { createGroup, groupView, listGroups, newGroup } from '#lib/people/accounts/groups.ts';

export const GET = route(
  { may: 'see', summary: 'All groups', answers: { 200: z.object({ groups: z.array(groupView) }) } },
  async ({ house }) => ({ groups: await listGroups(house) }),
);

export const POST = route(
  { may: 'administer', summary: 'Makes a group', body: newGroup, answers: { 201: groupView }, errors: ['conflict'] },
  async ({ house, actor, body }) => ({ status: 201, body: await createGroup(house, actor, body) }),
);
