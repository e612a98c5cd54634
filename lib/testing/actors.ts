// For tests: people who act. Their names are their ids, and they may everything unless told otherwise.
import type { Needs } from '../console/console.ts';
import type { Actor, Person } from '../people/actor.ts';

const person = (name: string, more: Partial<Person> = {}): Person => ({
  id: name,
  name,
  email: null,
  role: 'administrator',
  groups: [],
  ...more,
});

export const somebody = (name: string, more: Partial<Person> = {}): Actor => ({
  name,
  person: person(name, more),
  via: 'session',
  door: 'console',
});
export const tester = somebody('tester');

/** Gives them accounts: from the second on, gates ask who somebody is. */
export async function addPeople({ store }: Needs<'store'>, ...people: Actor[]): Promise<void> {
  for (const { person } of people) {
    const { groups = [], ...account } = person as Person;
    await store.createPerson({ ...account, createdAt: '2026-11-16T12:00:00.000Z', createdBy: null, closedAt: null });
    for (const name of groups) {
      const known = (await store.listGroups()).find((group) => group.name === name);
      if (known) await store.changeGroup(known.id, { members: [...known.members, account.id] });
      else await store.createGroup({ id: name, name, createdAt: '2026-11-16T12:00:00.000Z', members: [account.id] });
    }
  }
}
