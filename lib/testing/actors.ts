// For tests: people who act. Their names are their ids, and they may everything unless told otherwise.
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
