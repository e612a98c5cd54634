// What the audit log is told of an act. The entry goes to the store function that writes the act, which puts both into one
// commit: `store.createLink(link, auditEntry(actor, 'link.made', runId, { gate }))`. An act that writes nothing else is told
// with `store.recordAudit`. Details are short, and never hold a token or what a run works with.
import type { NewAuditEntry } from '../../store/contract/audit.ts';
import type { Actor } from '../actor.ts';

export function auditEntry(
  { name, via, door, address }: Actor,
  act: `${string}.${string}`,
  subject: string | null,
  details: Record<string, unknown> = {},
  at = new Date().toISOString(),
): NewAuditEntry {
  return { at, act, who: { name, via, door, ...(address ? { address } : {}) }, subject, details };
}
