import { expect, test } from 'vitest';
import { addressOf, placeOf } from './run-place.ts';

const read = (query: string) => placeOf(new URLSearchParams(query));

test('the address of a place is read back as that place', () => {
  const place = { tab: 'trace', node: 'a b', visit: 2, event: 7, stream: 'stderr', line: 3, at: 5 } as const;
  const address = addressOf('/runs/1', read(''), place);
  expect(address).toBe('/runs/1?tab=trace&node=a+b&visit=2&event=7&stream=stderr&line=3&at=5');
  expect(read(new URL(address, 'http://localhost').search)).toEqual(place);
});

test('what is no number of an event or a visit is nothing', () => {
  expect(read('event=0&at=-3&visit=1e3&tab=else&stream=other&line=x')).toEqual({
    tab: 'timeline',
    node: null,
    visit: null,
    event: null,
    stream: null,
    line: null,
    at: null,
  });
});

test('another node begins without a visit; the moment stays', () => {
  expect(addressOf('/runs/1', read('node=a&visit=2&at=9'), { node: 'b' })).toBe('/runs/1?node=b&at=9');
});
