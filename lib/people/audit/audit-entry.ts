// What the audit log is told of an act. The entry goes to the store function that writes the act, which puts both into one
// commit: `store.createLink(link, auditEntry(actor, 'link.made', runId, { gate }))`. An act that writes nothing else is told
// with `store.recordAudit`. Details are short, and never hold a token or what a run works with.
import type { NewAuditEntry } from '../../store/contract/audit.ts';
import { type Actor, voiceOf } from '../actor.ts';

/** An actor, or somebody who is only just coming in: then `via` is how. */
export type Who = Omit<Actor, 'via'> & { via: string };

export function auditEntry(
  actor: Who,
  act: `${string}.${string}`,
  subject: string | null,
  details: Record<string, unknown> = {},
  at = new Date().toISOString(),
): NewAuditEntry {
  const { name, via, door, address } = actor;
  const person = voiceOf(actor) ?? undefined;
  return { at, act, who: { name, person, via, door, address }, subject, details };
}
