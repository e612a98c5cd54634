import { expect, test } from 'vitest';
import { inboxAddress, readGateKey, readInboxPlace, wishOf } from './inbox-filter.ts';

test('without a word the inbox shows what asks the reader, and its address says only what differs from that', () => {
  const place = readInboxPlace({});
  expect(place).toEqual({ tab: 'mine', q: '', cursor: undefined });
  expect(inboxAddress(place)).toBe('/gates');
  expect(wishOf(place)).toEqual({ show: 'mine', q: undefined, cursor: undefined });
});

test('an address and what it shows are the same thing said twice', () => {
  const place = { tab: 'answered', q: 'ada & co', cursor: 'abc' } as const;
  const address = inboxAddress(place, 'r1/g1');
  const query = Object.fromEntries(new URL(address, 'http://x').searchParams);
  expect(readInboxPlace(query)).toEqual(place);
  expect(readGateKey(query.open)).toEqual({ runId: 'r1', gateId: 'g1' });
});

test('what nobody could have meant is the inbox as it is', () => {
  expect(readInboxPlace({ show: 'zzz', q: ['  x ', 'y'], cursor: '' })).toEqual({
    tab: 'mine',
    q: 'x',
    cursor: undefined,
  });
  for (const open of [undefined, '', 'r1', 'r1/g1/x', '/g1']) expect(readGateKey(open)).toBeNull();
});

test('everyone’s gates are those that are open', () => {
  expect(wishOf(readInboxPlace({ show: 'all' })).show).toBeUndefined();
});
