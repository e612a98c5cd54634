import { expect, test } from 'vitest';
import { addressOf, placeOf } from './run-place.ts';

const read = (query: string) => placeOf(new URLSearchParams(query));

test('the address of a place is read back as that place', () => {
  const node = { node: 'a b', visit: 2, attempt: 3, pane: 'output' } as const;
  const where = { event: 7, stream: 'stderr', line: 3, at: 5, window: '20-900', artifact: 'a1', before: 'a0' } as const;
  const place = { tab: 'trace', ...node, ...where, list: 'status=failed' } as const;
  const address = addressOf('/runs/1', read(''), place);
  const query =
    'tab=trace&node=a+b&visit=2&attempt=3&pane=output&event=7&stream=stderr&line=3&at=5&window=20-900&artifact=a1&before=a0';
  expect(address).toBe(`/runs/1?${query}&list=status%3Dfailed`);
  expect(read(new URL(address, 'http://localhost').search)).toEqual(place);
});

test('what is no number of an event or a visit, and no window, is nothing', () => {
  expect(read('event=0&at=-3&visit=1e3&attempt=0&pane=all&tab=else&stream=other&line=x&window=9-3')).toEqual({
    tab: 'timeline',
    node: null,
    visit: null,
    attempt: null,
    pane: 'overview',
    event: null,
    stream: null,
    line: null,
    at: null,
    window: null,
    artifact: null,
    before: null,
    list: null,
  });
});

test('another node begins without a visit, another visit without an attempt; the moment and the pane stay', () => {
  expect(addressOf('/runs/1', read('node=a&visit=2&at=9'), { node: 'b' })).toBe('/runs/1?node=b&at=9');
  const attempt = read('node=a&visit=2&attempt=3&pane=logs');
  expect(addressOf('/runs/1', attempt, { pane: 'events' })).toBe('/runs/1?node=a&visit=2&attempt=3&pane=events');
  expect(addressOf('/runs/1', attempt, { visit: 1 })).toBe('/runs/1?node=a&visit=1&pane=logs');
});
