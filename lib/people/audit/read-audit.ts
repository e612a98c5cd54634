// The audit log for those who look at it: over HTTP in the order of the chain, each entry with its place in it; on its page
// the newest first.
import { z } from 'zod';
import type { Needs } from '../../console/console.ts';
import type { AuditFilter, NewAuditEntry } from '../../store/contract/audit.ts';
import { sealedSoFar } from './seal-audit.ts';

export const auditEntryView = z
  .object({
    number: z.number().describe('Its place in the chain'),
    hash: z.string(),
    at: z.string(),
    act: z.string().describe('`thing.verb`: run.started, link.revoked, …'),
    who: z.object({
      name: z.string(),
      person: z.string().optional().describe('The id of an account, or `mailto:` and an address'),
      via: z.string(),
      door: z.string().optional(),
      address: z.string().optional(),
    }),
    subject: z.string().nullable().describe('What it was done to'),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });
export type { AuditEntry } from '../../store/contract/audit.ts';

type AuditEntryView = z.infer<typeof auditEntryView>;

type Reading = Needs<'env' | 'sealing' | 'signer' | 'store'>;

export async function readAudit(
  house: Reading,
  { after = 0, limit = 100, ...filter }: AuditFilter & { after?: number | undefined; limit?: number | undefined },
): Promise<{ entries: AuditEntryView[]; next: number | null }> {
  await sealedSoFar(house);
  const page = await house.store.readChain({ ...(await meant(house, filter)), after, limit: limit + 1 });
  const entries = page
    .slice(0, limit)
    .map(({ number, hash, text }) => ({ number, hash, ...(JSON.parse(text) as NewAuditEntry) }) as AuditEntryView);
  return { entries, next: page.length > limit ? (entries.at(-1)?.number ?? null) : null };
}

const perPage = 100;

/** Somebody is found by name or address too. A day is meant whole. */
async function meant({ store }: Needs<'store'>, { who, to, ...filter }: AuditFilter): Promise<AuditFilter> {
  const called = who?.includes('@') ? who.toLowerCase() : who;
  const person = called === undefined ? null : await store.findPerson(called);
  // Somebody without an account is filed under the address that their links went to.
  const filed = called?.includes('@') ? `mailto:${called}` : called;
  return {
    ...filter,
    ...(filed === undefined ? {} : { who: person?.id ?? filed }),
    ...(to === undefined ? {} : { to: /^\d{4}-\d{2}-\d{2}$/.test(to) ? `${to}T23:59:59.999Z` : to }),
  };
}

export async function listAudit(house: Reading, { cursor, ...filter }: AuditFilter & { cursor?: string | undefined }) {
  await sealedSoFar(house);
  return house.store.pageOfAudit({ ...(await meant(house, filter)), cursor, limit: perPage });
}
