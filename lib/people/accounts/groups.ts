// Groups: people whom workflows name together. `administrators` is built in: whoever administers is in it.
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import type { GroupRecord } from '../../store/contract/groups.ts';
import { administrators } from '../../store/contract/people.ts';
import type { Actor } from '../actor.ts';
import { auditEntry, type Who } from '../audit/audit-entry.ts';
import { assertFree, readName, taken } from './account-name.ts';

export const groupView = z
  .object({
    id: z.string(),
    name: z.string(),
    members: z.array(z.string()).describe('The ids of its people'),
    built_in: z.boolean(),
  })
  .meta({ id: 'Group' });
export type GroupView = z.infer<typeof groupView>;

const viewOf = ({ id, name, members }: GroupRecord): GroupView => ({ id, name, members, built_in: false });

export async function listGroups({ store }: Needs<'store'>): Promise<GroupView[]> {
  const [groups, people] = await Promise.all([store.listGroups(), store.listPeople()]);
  const who = people.filter(({ role, closedAt }) => role === 'administrator' && closedAt === null);
  const builtIn = { id: administrators, name: administrators, members: who.map(({ id }) => id), built_in: true };
  return [builtIn, ...groups.map(viewOf)];
}

const members = z.array(z.string()).max(1000);
export const newGroup = z.strictObject({ name: z.string(), members: members.default([]) });
export const groupChange = z.strictObject({ name: z.string().optional(), members: members.optional() });

async function assertPeople({ store }: Needs<'store'>, ids: string[]): Promise<void> {
  const known = new Set((await store.listPeople()).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw new AppError('bad_request', `There is no person ${unknown}.`);
}

export async function createGroup(
  house: Needs<'store'>,
  actor: Actor,
  given: z.infer<typeof newGroup>,
  at = new Date(),
): Promise<GroupView> {
  const name = readName(given.name, 'group');
  await assertFree(house, name);
  await assertPeople(house, given.members);
  const group = {
    id: `g_${randomBytes(8).toString('hex')}`,
    name,
    createdAt: at.toISOString(),
    members: given.members,
  };
  const audit = auditEntry(actor, 'group.added', group.id, { name, members: given.members }, group.createdAt);
  if (!(await house.store.createGroup(group, audit))) throw taken(name, 'a group');
  return readGroup(house, group.id);
}

async function readGroup({ store }: Needs<'store'>, id: string): Promise<GroupView> {
  if (id === administrators) {
    throw new AppError('conflict', 'The administrators are those whose role it is; change the role of a person.');
  }
  const group = await store.readGroup(id);
  if (!group) throw new AppError('not_found', `There is no group ${id}.`);
  return viewOf(group);
}

export async function changeGroup(
  house: Needs<'store'>,
  actor: Actor,
  id: string,
  change: z.infer<typeof groupChange>,
): Promise<GroupView> {
  const before = await readGroup(house, id);
  const isRenamed = change.name !== undefined && change.name !== before.name;
  const name = isRenamed ? readName(change.name as string, 'group') : before.name;
  if (isRenamed) await assertFree(house, name, id);
  if (change.members) await assertPeople(house, change.members);
  const from = { name: before.name, members: before.members };
  const audit = auditEntry(actor, 'group.changed', id, { from, to: { ...from, ...change, name } });
  if (!(await house.store.changeGroup(id, { name, members: change.members }, audit))) throw taken(name, 'a group');
  return readGroup(house, id);
}

export async function deleteGroup(house: Needs<'store'>, actor: Actor, id: string): Promise<void> {
  const { name, members } = await readGroup(house, id);
  await house.store.deleteGroup(id, auditEntry(actor, 'group.deleted', id, { name, members }));
}

/** By name; those that there are not (any more) are passed over. */
export async function putIntoGroups({ store }: Needs<'store'>, personId: string, names: string[]): Promise<void> {
  for (const group of await store.listGroups()) {
    if (!names.includes(group.name) || group.members.includes(personId)) continue;
    await store.changeGroup(group.id, { members: [...group.members, personId] });
  }
}

/** Exactly into those of the groups that there are: out of all others too. */
export async function setGroups({ store }: Needs<'store'>, who: Who, personId: string, names: string[]): Promise<void> {
  for (const { id, name, members } of await store.listGroups()) {
    const isNamed = names.includes(name);
    if (isNamed === members.includes(personId)) continue;
    const others = members.filter((member) => member !== personId);
    const to = { name, members: isNamed ? [...others, personId] : others };
    await store.changeGroup(id, to, auditEntry(who, 'group.changed', id, { from: { name, members }, to }));
  }
}
