// Who acts: a person, and how they came in. Use cases take an actor, never a bare name, so that what is recorded of them is
// decided here.
import type { Needs } from '../console/console.ts';
import { AppError } from '../errors.ts';
import type { PersonRecord } from '../store/contract/people.ts';
import type { Scope } from './may.ts';

export type Person = Pick<PersonRecord, 'id' | 'name' | 'email' | 'role' | 'groups'>;

export type Actor = {
  /** The name that is recorded. */
  name: string;
  /** Whose account it is; null for the console itself, and for a link that nobody stands for. */
  person: Person | null;
  /** What they showed: recorded with an answer. `auto` is the console itself. */
  via: 'session' | 'token' | `link:${string}` | `link:${string}:code` | 'auto';
  /** Through which door they came: recorded with what they do to a run. */
  door: Door;
  /** Where the request came from. */
  address?: string | undefined;
  /** What a token may be used for; without it, all that its person may. */
  scopes?: Scope[];
  /** Of a link that counts as its recipient, who has no account: the address. */
  recipient?: string;
  /** For what the console starts for somebody: the voice of that one. */
  starter?: string;
};

/** The console's pages, its HTTP interface, a gate's link; the console itself comes through none. */
type Door = 'console' | 'api' | 'link' | 'none';

type Recipient = Pick<Actor, 'recipient'> & { person?: Person | null };

/** `as` is whom the link stands for; without it, it is somebody with the link. `proof` is what they showed besides. */
export const linkActor = (name: string, linkId: string, as: Recipient = {}, proof: 'code' | null = null): Actor => ({
  name,
  person: null,
  via: proof === null ? `link:${linkId}` : `link:${linkId}:${proof}`,
  door: 'link',
  ...as,
});

export const isByLink = (via: string) => via.startsWith('link:');
export const isByCode = (via: string) => isByLink(via) && via.endsWith(':code');
/** Whether it was this link, with or without a code. */
export const isByThisLink = (via: string, linkId: string) => via === `link:${linkId}` || via === `link:${linkId}:code`;

/** What the console does by itself, in the name that it does it in. */
export const ownActor = (name: string, starter?: string): Actor => ({
  name,
  person: null,
  via: 'auto',
  door: 'none',
  ...(starter === undefined ? {} : { starter }),
});

/**
 * Who it is that decides, however they came in: a person's sessions, tokens and links are one voice, and so are all links of
 * one address. Null is nobody in particular: somebody with a link.
 */
export function voiceOf({ person, recipient }: Pick<Actor, 'person' | 'recipient'>): string | null {
  return person?.id ?? (recipient === undefined ? null : byMail(recipient));
}

const byMail = (address: string) => `mailto:${address}`;

/** Whether it was they who spoke: an address that has got an account since is that person. */
export function isVoiceOf(actor: Pick<Actor, 'person' | 'recipient'>, voice: string | undefined): boolean {
  if (voice === undefined) return false;
  const { person } = actor;
  return voice === voiceOf(actor) || (person?.email != null && voice === byMail(person.email));
}

const voice = (actor: Actor) => {
  const person = voiceOf(actor);
  return person === null ? {} : { person };
};

/** With whom `no_self` compares; absent where nobody can be told. */
export const starterOf = (actor: Actor) => {
  const starter = actor.starter ?? voiceOf(actor);
  return starter === null ? {} : { starter };
};

export const signedAnswer = (actor: Actor) => ({ by: actor.name, via: actor.via, ...voice(actor) });
export const signedControl = (actor: Actor) => ({ by: actor.name, via: actor.door, ...voice(actor) });

/** Of whoever was let in: a right is only ever given to somebody with an account. */
export function personOf({ person }: Actor): Person {
  if (!person) throw new AppError('forbidden', 'Only somebody with an account may do this.');
  return person;
}

/** Somebody who may come in: a closed account is nobody's. */
export async function readPerson({ store }: Needs<'store'>, id: string): Promise<Person | null> {
  const person = await store.readPerson(id);
  if (!person || person.closedAt !== null) return null;
  const { name, email, role, groups } = person;
  return { id, name, email, role, groups };
}
