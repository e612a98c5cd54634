import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ChainLink, chainHash, checkChainLines, endLine, linkLine, signedEnd } from './audit-chain.ts';
import { canonicalJson } from './canonical-json.ts';
import { loadSigner } from './signing-key.ts';
import { readKeys, type Trust } from './trusted-keys.ts';

const newSigner = () => loadSigner(mkdtempSync(join(tmpdir(), 'gatehouse-chain-')));
const signer = newSigner();

function chainOf(count: number, from = signer): { links: ChainLink[]; lines: string[] } {
  const links: ChainLink[] = [];
  for (let number = 1, previous = ''; number <= count; number++) {
    const text = canonicalJson({
      act: 'run.started',
      at: `2026-01-0${number}`,
      who: { name: 'ada' },
      subject: `r${number}`,
    });
    const hash = chainHash(previous, number, text);
    links.push({ number, previous, hash, text });
    previous = hash;
  }
  const end = signedEnd(from.sign, { number: count, hash: links.at(-1)?.hash ?? '', at: '2026-02-01' });
  return { links, lines: [...links.map(linkLine), endLine(end, from.publicKey)] };
}

async function* each(lines: string[]) {
  yield* lines;
}
const trust = (one = signer): Trust => ({ keys: readKeys(one.publicKey) ?? new Map(), ids: new Set() });
const problemsOf = async (lines: string[], keys: Parameters<typeof checkChainLines>[1] = trust()) =>
  (await checkChainLines(each(lines), keys)).problems;

const { links, lines } = chainOf(5);
const [one, two, three, four, five, end] = lines as [string, string, string, string, string, string];

test('a chain as it was exported is good, and says how far it goes and who sealed it', async () => {
  expect(await checkChainLines(each(lines), trust())).toEqual({
    problems: [],
    first: 1,
    last: 5,
    sealed: { at: '2026-02-01', key: signer.id },
  });
  expect(await problemsOf(lines, null)).toEqual([]);
});

test('a piece from a number on is good by itself, and says where it begins', async () => {
  expect(await checkChainLines(each([three, four, five, end]), trust())).toMatchObject({ problems: [], first: 3 });
});

test('a changed entry is named', async () => {
  expect(await problemsOf([one, two.replace('ada', 'eve'), three, four, five, end])).toEqual(['entry 2 was changed']);
  const [, , , , last] = links as [ChainLink, ChainLink, ChainLink, ChainLink, ChainLink];
  const text = last.text.replace('ada', 'eve');
  const forged = linkLine({ ...last, text, hash: chainHash(last.previous, 5, text) });
  expect(await problemsOf([one, two, three, four, forged, end])).toEqual([
    'the signed end does not belong to these entries',
  ]);
});

test('what stands in a line beside its entry is named', async () => {
  const hidden = two.replace('"subject"', '"act":"run.deleted","subject"');
  expect(await problemsOf([one, hidden, three, four, five, end])).toEqual(
    expect.arrayContaining([expect.stringContaining('entry 2 was changed')]),
  );
});

test('a removed entry is named, also the first one of the file and when its neighbours were joined', async () => {
  expect(await problemsOf([one, three, four, five, end])).toEqual(['entries are missing: 2']);
  const { number, text } = links[2] as ChainLink;
  const joined = linkLine({
    number,
    previous: links[0]?.hash ?? '',
    text,
    hash: chainHash(links[0]?.hash ?? '', 3, text),
  });
  expect(await problemsOf([one, joined, four, five, end])).toEqual(['entry 4 was changed', 'entries are missing: 2']);
});

test('entries in another order are named', async () => {
  expect(await problemsOf([one, three, two, four, five, end])).toEqual(['entry 2 is out of its place, after entry 3']);
  expect(await problemsOf([one, two, two, three, four, five, end])).toContain(
    'entry 2 is there twice, or out of its place',
  );
});

test('a cut-off end is found, with and without its signature', async () => {
  expect(await problemsOf([one, two, three, end])).toEqual([
    'it is cut off: it ends with entry 3, and entry 5 was sealed',
  ]);
  expect(await problemsOf([one, two, three])).toEqual(['it is cut off after entry 3: the signed end is not there']);
  expect(await problemsOf([])).toEqual(['it is cut off after entry 0: the signed end is not there']);
});

test('an entry that was put behind the end is found', async () => {
  const { lines: longer } = chainOf(6);
  expect(await problemsOf([...lines, longer[5] ?? ''])).toEqual(['line 7 stands after the signed end']);
  expect(await problemsOf([...lines.slice(0, 5), longer[5] ?? '', end])).toEqual([
    'what follows entry 5 was never sealed',
  ]);
});

test('a key that is known by its id alone is believed', async () => {
  const byId = (id: string): Trust => ({ keys: new Map(), ids: new Set([id]) });
  expect(await problemsOf(lines, byId(signer.id))).toEqual([]);
  expect(await problemsOf(lines, byId(newSigner().id))).toHaveLength(1);
});

test('another key is found where one is given, and named where none is', async () => {
  const other = newSigner();
  const { lines: forged } = chainOf(5, other);
  expect(await problemsOf(forged)).toEqual([`the end is signed by key ${other.id}, which is not one of those given`]);
  expect(await checkChainLines(each(forged), null)).toMatchObject({ problems: [], sealed: { key: other.id } });
  const borrowed = (end as string).replace('2026-02-01', '2026-03-01');
  expect(await problemsOf([...lines.slice(0, 5), borrowed])).toEqual([
    `the signature of the end is not that of key ${signer.id}`,
  ]);
});

test('every changed byte of every line is found', async () => {
  const text = lines.join('\n');
  for (let at = 0; at < text.length; at++) {
    const changed = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
    expect([at, (await problemsOf(changed.split('\n'))).length > 0]).toEqual([at, true]);
  }
});
