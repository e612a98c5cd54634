// Names that workflows may call people and groups by. What is written in `assignees` and `access` must mean one of them, so a
// name belongs to one person or group, and only administrators give names.
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import { visibleText } from '../../html/visible-text.ts';
import { administrators } from '../../store/contract/people.ts';

const longest = 100;
/** Names that records use for what is nobody's account. */
const reserved = new Set([administrators, 'owner', 'api', 'auto', 'anyone', 'notifications', 'gatehouse']);

export function readName(given: string, what: 'person' | 'group'): string {
  const name = visibleText(given).replace(/\s+/g, ' ').trim().toWellFormed();
  if (name === '') throw new AppError('bad_request', `A ${what} needs a name.`);
  if (name.length > longest) throw new AppError('bad_request', `A name has at most ${longest} characters.`);
  if (reserved.has(name.toLowerCase())) {
    throw new AppError('conflict', `"${name}" is a name of the console itself; choose another.`);
  }
  if (what === 'person' && name.includes('@')) {
    throw new AppError('bad_request', `"${name}" looks like an address; a name has no @.`);
  }
  return name;
}

/** Refuses a name that would mean two things. */
export async function assertFree({ store }: Needs<'store'>, name: string, exceptId?: string): Promise<void> {
  // Gates ask by ids too.
  const person = (await store.findPerson(name)) ?? (await store.readPerson(name));
  if (person && person.id !== exceptId) throw taken(name, 'a person');
  const group = (await store.listGroups()).find((one) => one.name === name);
  if (group && group.id !== exceptId) throw taken(name, 'a group');
}

export const taken = (name: string, whose = 'somebody else') =>
  new AppError('conflict', `"${name}" is the name of ${whose} already; choose another.`);

const address = /^[^\s@<>",;]+@[^\s@<>",;]+$/;

export function readEmail(given: string | null | undefined): string | null {
  const email = given?.trim().toLowerCase() ?? '';
  if (email === '') return null;
  if (!address.test(email) || email.length > 254) throw new AppError('bad_request', `"${email}" is no mail address.`);
  return email;
}
