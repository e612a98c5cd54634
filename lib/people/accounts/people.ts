// Accounts, as administrators look after them. Nobody is deleted: an account is closed, and what its person did stays theirs.
// The owner administers whatever happens, so that nobody is locked out of their own console.
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import { ownerId, type PersonRecord, roles } from '../../store/contract/people.ts';
import type { Actor } from '../actor.ts';
import { auditEntry, type Who } from '../audit/audit-entry.ts';
import { assertFree, readEmail, readName, taken } from './account-name.ts';
import { putIntoGroups } from './groups.ts';

export const personView = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    role: z.enum(roles),
    groups: z.array(z.string()),
    created_at: z.string(),
    closed_at: z.string().nullable().describe('From when on they may not come in any more'),
  })
  .meta({ id: 'Person' });
export type PersonView = z.infer<typeof personView>;

const personViewOf = (person: PersonRecord): PersonView => ({
  id: person.id,
  name: person.name,
  email: person.email,
  role: person.role,
  groups: person.groups,
  created_at: person.createdAt,
  closed_at: person.closedAt,
});

export async function listPeople({ store }: Needs<'store'>): Promise<PersonView[]> {
  return (await store.listPeople()).map(personViewOf);
}

const perPage = 100;

/** For programs: a page of everybody, in the order in which they came. */
export async function pageOfPeople(
  { store }: Needs<'store'>,
  { limit = perPage, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ people: PersonView[]; next: string | null }> {
  const { people, next } = await store.pageOfPeople({ limit, cursor });
  return { people: people.map(personViewOf), next };
}

async function recordOf({ store }: Needs<'store'>, id: string): Promise<PersonRecord> {
  const person = await store.readPerson(id);
  if (!person) throw new AppError('not_found', `There is no person ${id}.`);
  return person;
}

export async function readPersonView(house: Needs<'store'>, id: string): Promise<PersonView> {
  return personViewOf(await recordOf(house, id));
}

export const newPerson = z.strictObject({
  name: z.string(),
  email: z.string().nullish(),
  role: z.enum(roles),
  groups: z.array(z.string()).max(100).optional(),
});

export async function createPerson(
  house: Needs<'store'>,
  who: Who,
  given: z.infer<typeof newPerson>,
  at = new Date(),
  createdBy = who.name,
): Promise<PersonView> {
  const name = readName(given.name, 'person');
  const email = readEmail(given.email);
  await assertFree(house, name);
  const id = `p_${randomBytes(8).toString('hex')}`;
  const record = { id, name, email, role: given.role, createdAt: at.toISOString(), createdBy, closedAt: null };
  const details = { name, email, role: given.role, groups: given.groups ?? [] };
  const audit = auditEntry(who, 'person.added', id, details, record.createdAt);
  if (!(await house.store.createPerson(record, audit))) throw taken(email ?? name);
  await putIntoGroups(house, id, given.groups ?? []);
  return readPersonView(house, id);
}

export const personChange = z.strictObject({
  name: z.string().optional(),
  email: z.string().nullish(),
  role: z.enum(roles).optional(),
  closed: z.boolean().optional().describe('Whether they may not come in any more'),
});

type Account = Pick<PersonRecord, 'name' | 'email' | 'role' | 'closedAt'>;

/** The weightiest of what a change is about names it. */
function changeAct(before: Account, after: Account) {
  if (before.role !== after.role) return 'person.role_changed';
  if ((before.closedAt === null) !== (after.closedAt === null)) {
    return after.closedAt === null ? 'person.reopened' : 'person.closed';
  }
  return 'person.changed';
}

function changed(before: Account, after: Account): Record<string, unknown> {
  const names = (['name', 'email', 'role', 'closedAt'] as const).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(names.map((name) => [name, { from: before[name], to: after[name] }]));
}

export async function changePerson(
  house: Needs<'store'>,
  actor: Actor,
  id: string,
  { name, email, role, closed }: z.infer<typeof personChange>,
  at = new Date(),
): Promise<PersonView> {
  const before = await recordOf(house, id);
  if (id === ownerId && ((role ?? before.role) !== before.role || closed)) {
    throw new AppError('conflict', 'The owner administers the console and stays; change somebody else.');
  }
  if (closed && id === actor.person?.id) throw new AppError('conflict', 'You cannot close your own account.');
  const wanted = name === undefined || name === before.name ? before.name : readName(name, 'person');
  if (wanted !== before.name) await assertFree(house, wanted, id);
  const closedAt = closed === undefined ? before.closedAt : closed ? (before.closedAt ?? at.toISOString()) : null;
  const address = email === undefined ? before.email : readEmail(email);
  const change = { name: wanted, email: address, closedAt, role: role ?? before.role };
  const audit = auditEntry(actor, changeAct(before, change), id, changed(before, change), at.toISOString());
  if (!(await house.store.changePerson(id, change, audit))) throw taken(address ?? wanted);
  if (closed) await house.store.deleteSessionsOf(id);
  return readPersonView(house, id);
}

/** Enforcement of whom a gate asks begins with the second account. */
export async function isAlone({ store }: Needs<'store'>): Promise<boolean> {
  return (await store.countPeople()) < 2;
}
