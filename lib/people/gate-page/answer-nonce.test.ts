import { afterAll, beforeAll, expect, test } from 'vitest';
import { shownHash } from '../../receipts/shown-hash.ts';
import { house } from '../../testing/house.ts';
import { openScratchConsole, type ScratchConsole } from '../../testing/scratch-console.ts';
import { scratchGate } from '../../testing/scratch-gate.ts';
import { isFreshAnswerNonce, issueAnswerNonce } from './answer-nonce.ts';

let scratch: ScratchConsole;
beforeAll(async () => {
  scratch = await openScratchConsole();
});
afterAll(() => scratch.close());

const shown = { linkId: 'link', gateId: 'gate', shown: 'hash' };
const at = 1_800_000_000_000;
const hour = 3_600_000;

test('a nonce is good for a day, and not before it was issued', () => {
  const nonce = issueAnswerNonce(house, shown, at);
  expect(isFreshAnswerNonce(house, nonce, shown, at)).toBe(true);
  expect(isFreshAnswerNonce(house, nonce, shown, at + 24 * hour - 1)).toBe(true);
  expect(isFreshAnswerNonce(house, nonce, shown, at + 24 * hour)).toBe(false);
  expect(isFreshAnswerNonce(house, nonce, shown, at - 1)).toBe(false);
});

test.each([{ linkId: 'other' }, { gateId: 'other' }, { shown: 'other' }])(
  'a nonce for something else is refused: %j',
  (change) => {
    expect(isFreshAnswerNonce(house, issueAnswerNonce(house, shown, at), { ...shown, ...change }, at)).toBe(false);
  },
);

test('parts cannot be moved between the things a nonce is bound to', () => {
  const nonce = issueAnswerNonce(house, { linkId: 'a', gateId: 'b","c', shown: 'd' }, at);
  expect(isFreshAnswerNonce(house, nonce, { linkId: 'a","b', gateId: 'c', shown: 'd' }, at)).toBe(false);
});

test('an altered nonce is refused', () => {
  const [time, signature] = issueAnswerNonce(house, shown, at).split('.') as [string, string];
  const flipped = signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  const wrong = [
    null,
    '',
    '.',
    time,
    `.${signature}`,
    `${time}.`,
    `${Number(time) + 1}.${signature}`,
    `${time}.${flipped}`,
    `${time}.${signature}=`,
    `0${time}.${signature}.`,
    `1e3.${signature}`,
  ];
  for (const nonce of wrong) expect(isFreshAnswerNonce(house, nonce, shown, at)).toBe(false);
});

test('the hash of what was shown changes with everything a person sees, and with nothing else', () => {
  const gate = { ...scratchGate, show: [{ label: null, text: null, artifact: 'a1' }] };
  const artifacts = [{ id: 'a1', sha256: 'aa' }];
  const hash = shownHash(gate, artifacts);
  const [first, ...rest] = gate.options;
  const changed = [
    shownHash({ ...gate, message: `${gate.message} ` }, artifacts),
    shownHash({ ...gate, options: rest }, artifacts),
    shownHash({ ...gate, options: [{ ...(first as (typeof rest)[0]), leads_to: 'elsewhere' }, ...rest] }, artifacts),
    shownHash({ ...gate, fields: [] }, artifacts),
    shownHash({ ...gate, show: [] }, artifacts),
    shownHash(gate, [{ id: 'a1', sha256: 'bb' }]),
    shownHash({ ...gate, id: 'gate-2' }, artifacts),
  ];
  expect(new Set([hash, ...changed]).size).toBe(changed.length + 1);
  const reordered = Object.fromEntries(Object.entries(gate).reverse()) as typeof gate;
  expect(
    shownHash({ ...reordered, status: 'answered' } as typeof gate, [...artifacts, { id: 'a2', sha256: 'cc' }]),
  ).toBe(hash);
});
