// Links that answer one gate without an account: 32 random bytes in the address, only their hash kept, for 7 days unless
// told otherwise and 30 at most. Gates that decide what may be started or spent are never answered by a link.

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Needs } from '../console/console.ts';
import type { Gate } from '../engine/events.ts';
import { AppError } from '../errors.ts';
import { parseDuration } from '../nodes/parts/duration.ts';
import { isLoopbackName, paths } from '../paths.ts';
import type { GateRecord } from '../store/contract/gates.ts';
import type { LinkRecord } from '../store/contract/links.ts';
import { readEmail } from './accounts/account-name.ts';
import { type Actor, type Person, readPerson } from './actor.ts';
import { auditEntry } from './audit/audit-entry.ts';
import { hashToken, isTokenShaped, newToken } from './secret-token.ts';

const day = 86_400_000;
const defaultLife = 7 * day;
const longestLife = 30 * day;

const neverByLink: ReadonlySet<Gate['purpose']> = new Set(['server', 'tool', 'budget']);

/** Nor what lets people say what a step is given. */
export function canBeLinked({ purpose, fields }: Pick<Gate, 'purpose' | 'fields'>): boolean {
  return !neverByLink.has(purpose) && !(purpose === 'failure' && fields.length > 0);
}

export const gateLinkView = z.object({
  id: z.string(),
  name: z.string().nullable(),
  to: z.string().nullable().describe('Its recipient: the id of a person or an address; null is for anyone'),
  delivered: z.boolean().describe('The console itself brought it there, so it counts as its recipient'),
  created_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  revoked_at: z.string().nullable(),
  revoked_by: z.string().nullable(),
});
export type GateLinkView = z.infer<typeof gateLinkView>;

const viewOf = (link: LinkRecord): GateLinkView => ({
  id: link.id,
  name: link.name,
  to: link.recipient,
  delivered: link.delivered,
  created_by: link.createdBy,
  created_at: link.createdAt,
  expires_at: link.expiresAt,
  revoked_at: link.revokedAt,
  revoked_by: link.revokedBy,
});

function lifeOf(expires: string | undefined): number {
  if (expires === undefined) return defaultLife;
  const ms = parseDuration(expires);
  if (ms === null || ms <= 0) {
    throw new AppError('bad_request', `expires is "${expires}"; write a duration like 12h or 7d.`);
  }
  if (ms > longestLife) throw new AppError('bad_request', `expires is "${expires}"; a link works for 30d at most.`);
  return ms;
}

async function readGate(house: Needs<'store'>, runId: string, gateId: string): Promise<GateRecord> {
  const gate = await house.store.readGate(runId, gateId);
  if (!gate) throw new AppError('not_found', `Run ${runId} has no gate ${gateId}.`);
  return gate;
}

/** A person by their id, so that it stays theirs whatever they are called; anybody else by their address. */
export async function recipientOf({ store }: Needs<'store'>, to: string): Promise<string> {
  const address = to.includes('@') ? readEmail(to) : null;
  const person = (await store.readPerson(to)) ?? (await store.findPerson(address ?? to));
  if (person) return person.id;
  if (address === null)
    throw new AppError('bad_request', `There is no person "${to}"; write a name or a mail address.`);
  return address;
}

/** Whom a link was made for, by the account that an address may have got since; `isClosed` is one who may not come in. */
async function madeFor(
  house: Needs<'store'>,
  recipient: string,
): Promise<{ person: Person | null; isClosed: boolean }> {
  const known = recipient.includes('@') ? await house.store.findPerson(recipient) : null;
  const person = await readPerson(house, known?.id ?? recipient);
  return { person, isClosed: person === null && (known !== null || !recipient.includes('@')) };
}

/** Whom a link stands for; nobody, unless the console itself brought it there. */
export async function linkVoice(
  house: Needs<'store'>,
  { recipient, delivered }: Pick<LinkRecord, 'recipient' | 'delivered'>,
): Promise<Pick<Actor, 'recipient'> & { person: Person | null }> {
  if (recipient === null || !delivered) return { person: null };
  const { person, isClosed } = await madeFor(house, recipient);
  return { person, ...(person || isClosed ? {} : { recipient }) };
}

/** Where mail for a recipient goes; null when there is nobody in particular, or no mail reaches them. */
export async function linkAddress(
  house: Needs<'env' | 'store'>,
  { recipient }: Pick<LinkRecord, 'recipient'>,
): Promise<string | null> {
  if (!house.env.notifications?.mail) return null;
  const voice = await linkVoice(house, { recipient, delivered: true });
  return voice.person?.email ?? voice.recipient ?? null;
}

export type NewGateLink = {
  runId: string;
  gateId: string;
  name?: string | undefined;
  /** For whom: a person's id or name, or a mail address. */
  to?: string | undefined;
  /** Whether the console itself brings it there, and nobody else has it. */
  delivered?: boolean;
  expires?: string | undefined;
  actor: Actor;
  base: string;
};

/** The only time the address is known: it cannot be shown again. */
export async function createGateLink(
  house: Needs<'store'>,
  { runId, gateId, name, to, delivered = false, expires, actor, base }: NewGateLink,
  at = new Date(),
): Promise<GateLinkView & { url: string; loopback: boolean }> {
  const life = lifeOf(expires);
  const gate = await readGate(house, runId, gateId);
  if (!canBeLinked(gate)) {
    throw new AppError('forbidden', `A ${gate.purpose} gate can be answered only by somebody who is signed in.`);
  }
  if (gate.status === 'answered') {
    throw new AppError('gate_already_answered', `Gate ${gateId} was answered already.`, {
      details: { answer: gate.answer },
    });
  }
  if (gate.status !== 'open') throw new AppError('conflict', `Gate ${gateId} is closed; there is nothing to answer.`);
  const token = newToken();
  const link: LinkRecord = {
    id: randomUUID(),
    run: runId,
    gate: gateId,
    tokenHash: hashToken(token),
    name: name?.trim() || null,
    createdBy: actor.name,
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + life).toISOString(),
    revokedAt: null,
    revokedBy: null,
    recipient: to?.trim() ? await recipientOf(house, to.trim()) : null,
    delivered,
  };
  const about = {
    ...(link.name ? { name: link.name } : {}),
    ...(link.recipient ? { to: link.recipient, delivered } : {}),
  };
  const details = { gate: gateId, link: link.id, ...about };
  await house.store.createLink(link, auditEntry(actor, 'link.made', runId, details, link.createdAt));
  return { ...viewOf(link), url: base + paths.gateLink(token), loopback: isLoopbackName(new URL(base).hostname) };
}

const pageSize = 100;

/** Newest first, page by page. */
export async function listGateLinks(
  house: Needs<'store'>,
  { runId, gateId, limit = pageSize, cursor }: { runId: string; gateId: string; limit?: number; cursor?: string },
): Promise<{ links: GateLinkView[]; next: string | null }> {
  await readGate(house, runId, gateId);
  const { links, next } = await house.store.pageOfLinks(runId, gateId, { limit, cursor });
  return { links: links.map(viewOf), next };
}

export async function revokeGateLink(
  house: Needs<'store'>,
  { runId, gateId, linkId, actor }: { runId: string; gateId: string; linkId: string; actor: Actor },
  at = new Date(),
): Promise<void> {
  const revoked = { by: actor.name, at: at.toISOString() };
  const audit = auditEntry(actor, 'link.revoked', runId, { gate: gateId, link: linkId }, revoked.at);
  const isKnown = await house.store.revokeLink(runId, gateId, linkId, revoked, audit);
  if (!isKnown) throw new AppError('not_found', `Gate ${gateId} has no link ${linkId} that could be revoked.`);
}

/** The link behind a token, or null alike for unknown, expired and revoked ones and those of who may not come in any more. */
export type GateLink = LinkRecord;

export async function findGateLink(house: Needs<'store'>, token: unknown, at = new Date()): Promise<LinkRecord | null> {
  if (!isTokenShaped(token)) return null;
  const link = await house.store.findLink(hashToken(token));
  if (!link || link.revokedAt !== null || link.expiresAt <= at.toISOString()) return null;
  const isShut = link.recipient !== null && (await madeFor(house, link.recipient)).isClosed;
  return isShut ? null : link;
}
