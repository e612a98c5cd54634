// The chain of the audit log. Entry n is kept as canonical JSON, and its hash is the SHA-256 of the hash before it, its number
// and that text, each on a line; before the first entry the hash is empty. Whoever seals signs the end: canonical JSON of
// { format: "gatehouse-audit/1", number, hash, at }. Exported, an entry is a line
//   {"number":n,"previous":"…","hash":"…","entry":{…}}
// and the last line is the end: {"end":{"number":n,"hash":"…","at":"…"},"signature":"…","public_key":"…"}.
import { createHash, type KeyObject } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import { isSigned, keyId, pemOf, readPublicKey } from './public-keys.ts';
import { believedKeys, type Trust } from './trusted-keys.ts';

export type ChainLink = { number: number; previous: string; hash: string; text: string };
export type ChainEnd = { number: number; hash: string; at: string; signature: string };

export const emptyChain = { number: 0, hash: '' };

export function chainHash(previous: string, number: number, text: string): string {
  return createHash('sha256').update(`${previous}\n${number}\n${text}`).digest('hex');
}

const endText = ({ number, hash, at }: Omit<ChainEnd, 'signature'>) =>
  canonicalJson({ format: 'gatehouse-audit/1', number, hash, at });

export function signedEnd(sign: (text: string) => string, end: Omit<ChainEnd, 'signature'>): ChainEnd {
  return { ...end, signature: sign(endText(end)) };
}

export const isEndSigned = (end: ChainEnd, key: KeyObject) => isSigned(endText(end), end.signature, key);

export const linkLine = ({ number, previous, hash, text }: ChainLink) =>
  `{"number":${number},"previous":${JSON.stringify(previous)},"hash":${JSON.stringify(hash)},"entry":${text}}`;

export function endLine({ signature, ...end }: ChainEnd, publicKey: string): string {
  return JSON.stringify({ end, signature, public_key: publicKey });
}

const words = (numbers: number[]) => (numbers.length > 5 ? `${numbers.slice(0, 5).join(', ')}, …` : numbers.join(', '));

/** Follows a chain from link to link and gathers what is wrong with it. `problems` may be read at any time. */
export function followChain() {
  const problems: string[] = [];
  const missing = new Set<number>();
  let first: number | null = null;
  let last: Pick<ChainLink, 'number' | 'hash'> = emptyChain;
  let before: Pick<ChainLink, 'number' | 'hash'> | null = null;

  function place({ number }: ChainLink): void {
    if (first === null) first = number;
    else if (missing.delete(number))
      problems.push(`entry ${number} is out of its place, after entry ${before?.number}`);
    else if (number <= last.number) problems.push(`entry ${number} is there twice, or out of its place`);
    // A forged number must not make a list without end.
    for (let gone = last.number + 1; first < number && gone < number && missing.size < 1000; gone++) missing.add(gone);
  }

  return {
    problems,
    follow(link: ChainLink): void {
      const { number, previous, hash, text } = link;
      place(link);
      const known = before?.number === number - 1 ? before.hash : number === 1 ? '' : previous;
      if (previous !== known || chainHash(known, number, text) !== hash) problems.push(`entry ${number} was changed`);
      before = link;
      if (number > last.number) last = link;
    },
    /** What was read, once there is no more. The end must be where the signed end says. */
    finish(end: ChainEnd | null): { first: number | null; last: number } {
      if (missing.size > 0) problems.push(`entries are missing: ${words([...missing])}`);
      if (!end) problems.push(`it is cut off after entry ${last.number}: the signed end is not there`);
      else if (end.number > last.number) {
        problems.push(`it is cut off: it ends with entry ${last.number}, and entry ${end.number} was sealed`);
      } else if (end.number < last.number) problems.push(`what follows entry ${end.number} was never sealed`);
      else if (end.hash !== last.hash) problems.push(`the signed end does not belong to these entries`);
      return { first, last: last.number };
    },
  };
}

/** What a look at the whole log found. */
export type AuditCheck = { problems: string[]; entries: number; sealedAt: string | null; key: string | null };

type Read = { link: ChainLink } | { end: ChainEnd; key: KeyObject } | { wrong: string };

/** One line of an export. Only the exact text that the console writes counts: nothing else may be hidden in it. */
function readLine(line: string): Read {
  try {
    const { number, previous, hash, entry, end, signature, public_key } = JSON.parse(line);
    if (end) {
      const read: ChainEnd = { number: end.number, hash: end.hash, at: end.at, signature };
      const key = readPublicKey(public_key);
      return key && endLine(read, pemOf(key)) === line ? { end: read, key } : { wrong: 'the signed end was changed' };
    }
    const link = { number, previous, hash, text: canonicalJson(entry) };
    if (Number.isSafeInteger(number) && linkLine(link) === line) return { link };
    return { wrong: Number.isSafeInteger(number) ? `entry ${number} was changed` : 'no entry' };
  } catch {
    return { wrong: 'no entry' };
  }
}

export type CheckedChain = {
  problems: string[];
  first: number | null;
  last: number;
  /** When the end was sealed, and by which key; null without an end. */
  sealed: { at: string; key: string } | null;
};

/** Checks an export by itself. `trust` says who may have signed it; without, its own key counts. */
export async function checkChainLines(lines: AsyncIterable<string>, trust: Trust | null): Promise<CheckedChain> {
  const chain = followChain();
  const { problems } = chain;
  let closing: Extract<Read, { end: ChainEnd }> | null = null;
  let at = 0;
  for await (const line of lines) {
    at++;
    const read = readLine(line);
    if (closing) problems.push(`line ${at} stands after the signed end`);
    else if ('link' in read) chain.follow(read.link);
    else if ('end' in read) closing = read;
    else problems.push(`line ${at}: ${read.wrong}${read.wrong === 'no entry' ? ' of an audit log' : ''}`);
    if (problems.length >= 100) break;
  }
  const { first, last } = chain.finish(closing?.end ?? null);
  if (!closing) return { problems, first, last, sealed: null };
  const { end, key } = closing;
  const id = keyId(key);
  const believed = believedKeys(trust, new Map([[id, key]])).get(id);
  if (!believed) problems.push(`the end is signed by key ${id}, which is not one of those given`);
  else if (!isEndSigned(end, believed)) problems.push(`the signature of the end is not that of key ${id}`);
  return { problems, first, last, sealed: { at: end.at, key: id } };
}
