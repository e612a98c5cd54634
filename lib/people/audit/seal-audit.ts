// Gives the entries of the audit log their place in the chain and signs its end, some moments after their commits: no act
// waits for it, and what a crash left unsealed is sealed at the next start. The signed end is kept in the database and, apart
// from it, in a file: entries that are cut off with their end are missed too. That they were is itself an entry then.
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Needs } from '../../console/console.ts';
import { type ChainEnd, chainHash, emptyChain, signedEnd } from '../../receipts/audit-chain.ts';
import { ownActor } from '../actor.ts';
import { auditEntry } from './audit-entry.ts';

const mostAtOnce = 200;

type Sealing = Needs<'env' | 'sealing' | 'signer' | 'store'>;

export const endFile = (dataDirectory: string) => join(dataDirectory, 'audit-end.json');

const parse = (text: string | null): ChainEnd | null => (text ? JSON.parse(text) : null);
const later = (one: ChainEnd | null, other: ChainEnd | null) =>
  (one?.number ?? 0) > (other?.number ?? 0) ? one : other;

/** The end that was sealed last, as far as anybody remembers: this process, else the file; and the database. */
async function knownEnd({ env, store, sealing }: Needs<'env' | 'sealing' | 'store'>): Promise<ChainEnd | null> {
  sealing.end ??= await readFile(endFile(env.dataDirectory), 'utf8')
    .then(parse)
    .catch(() => null);
  return later(sealing.end, parse(await store.readAuditEnd()));
}

async function keepApart({ env }: Needs<'env'>, end: string): Promise<void> {
  const file = endFile(env.dataDirectory);
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, end, { mode: 0o600, flush: true });
  await rename(draft, file);
}

/** Somebody has changed what was sealed: told once, in the log itself, and the chain goes on from what is there. */
async function tellBroken({ store }: Needs<'store'>, known: ChainEnd, found: number): Promise<void> {
  const details = { sealed: known.number, sealed_hash: known.hash, found };
  await store.recordAudit(auditEntry(ownActor('gatehouse'), 'audit.broken', null, details));
  console.error(
    `The audit log was changed: entry ${known.number} was sealed at ${known.at}; the log ends with ${found}.`,
  );
}

async function sealOnce(house: Sealing): Promise<boolean> {
  const { store, signer, sealing } = house;
  const last = (await store.lastSealed()) ?? emptyChain;
  const known = await knownEnd(house);
  if (known && (known.number !== last.number || known.hash !== last.hash)) await tellBroken(house, known, last.number);
  const waiting = await store.unsealedAudit(mostAtOnce);
  if (waiting.length === 0) return false;
  let { number, hash } = last;
  const places = waiting.map(({ id, text }) => {
    number += 1;
    hash = chainHash(hash, number, text);
    return { id, number, hash };
  });
  const end = signedEnd(signer.sign, { number, hash, at: new Date().toISOString() });
  await store.sealAudit(places, JSON.stringify(end));
  sealing.end = end;
  await keepApart(house, JSON.stringify(end));
  return waiting.length === mostAtOnce;
}

/** For who only looks: a disk that takes no more writes must not hide what is sealed already. */
export async function sealedSoFar(house: Sealing): Promise<ChainEnd | null> {
  return sealAudit(house).catch(() => knownEnd(house));
}

/** Resolves when everything that was committed before is sealed. One at a time. */
export async function sealAudit(house: Sealing): Promise<ChainEnd | null> {
  const release = await house.sealing.lock.acquire();
  try {
    while (await sealOnce(house));
    return await knownEnd(house);
  } finally {
    release();
  }
}
