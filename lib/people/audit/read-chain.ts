// The audit log as a chain: checked in place, and given out so that anybody can check it without a console.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Needs } from '../../console/console.ts';
import {
  type AuditCheck,
  type ChainEnd,
  type ChainLink,
  endLine,
  followChain,
  isEndSigned,
  linkLine,
} from '../../receipts/audit-chain.ts';
import { type PublicKey, readPublicKey } from '../../receipts/public-keys.ts';
import { readPublicKeys } from './kept-keys.ts';
import { sealedSoFar } from './seal-audit.ts';

const pageSize = 1000;

type Reading = Needs<'env' | 'sealing' | 'signer' | 'store'>;

/** Between pages others have their turn. */
async function* linksAfter({ store }: Needs<'store'>, after: number, upTo: number): AsyncGenerator<ChainLink> {
  const [before] = after === 0 ? [] : await store.readChain({ after: after - 1, limit: 1 });
  let previous = before?.number === after ? before.hash : '';
  for (let number = after; ; await nextTurn()) {
    const page = await store.readChain({ after: number, limit: pageSize });
    for (const entry of page) {
      if (entry.number > upTo) return;
      yield { ...entry, previous };
      previous = entry.hash;
      number = entry.number;
    }
    if (page.length < pageSize) return;
  }
}

async function keyOf(house: Needs<'store'>, end: ChainEnd): Promise<PublicKey | undefined> {
  return (await readPublicKeys(house)).find(({ id }) => end.signature.startsWith(`${id}:`));
}

/** Lines of JSON, without their line ends, the signed end last. What is done meanwhile is for the next time. */
export async function* auditLines(house: Reading, after = 0): AsyncGenerator<string> {
  const end = await sealedSoFar(house);
  if (!end) return;
  for await (const link of linksAfter(house, after, end.number)) yield linkLine(link);
  yield endLine(end, (await keyOf(house, end))?.public_key ?? '');
}

export async function checkAudit(house: Reading): Promise<AuditCheck> {
  const end = await sealedSoFar(house);
  const chain = followChain();
  for await (const link of linksAfter(house, 0, Number.MAX_SAFE_INTEGER)) {
    // Sealed since.
    if (end && link.number > end.number) break;
    chain.follow(link);
  }
  const { last } = end ? chain.finish(end) : { last: 0 };
  const key = end && (await keyOf(house, end));
  const publicKey = key && readPublicKey(key.public_key);
  if (end && !(publicKey && isEndSigned(end, publicKey)))
    chain.problems.push('the signature of its end is not one of ours');
  return { problems: chain.problems, entries: last, sealedAt: end?.at ?? null, key: key?.id ?? null };
}

const checkedFor = 60_000;

/** For pages: the check of the last minute, or a new one; null when that takes longer than a page may. */
export function checkAuditWithin(house: Reading, patience: number): Promise<AuditCheck | null> {
  const { sealing } = house;
  if (!sealing.check || Date.now() - sealing.check.at > checkedFor) {
    const result = checkAudit(house);
    sealing.check = { at: Date.now(), result };
    // What could not be checked is tried again at the next look.
    result.catch(() => {
      sealing.check = null;
    });
  }
  return Promise.race([sealing.check.result, sleep(patience, null)]);
}
