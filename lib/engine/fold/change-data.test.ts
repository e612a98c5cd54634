import { describe, expect, it } from 'vitest';
import type { Change } from '../../nodes/contract/outcome.ts';
import { changeData, readData } from './change-data.ts';

const data = { computed: { list: [1, 2], group: { a: 1 } }, flags: { ready: false }, custom: { phase: 'draft' } };
const set = (path: string, value: unknown): Change => ({ op: 'set', path, value });

describe('a change copies along its path and shares the rest', () => {
  it('the state that somebody holds stays as it is', () => {
    const next = changeData(data, set('computed.group.b', 2));
    expect(next.computed).toEqual({ list: [1, 2], group: { a: 1, b: 2 } });
    expect(data.computed.group).toEqual({ a: 1 });
    expect(next.computed.list).toBe(data.computed.list);
  });

  it('an item is set from either end, and one may be added at the end', () => {
    expect(changeData(data, set('computed.list[0]', 9)).computed.list).toEqual([9, 2]);
    expect(changeData(data, set('computed.list[-1]', 9)).computed.list).toEqual([1, 9]);
    expect(changeData(data, set('computed.list[2]', 9)).computed.list).toEqual([1, 2, 9]);
  });

  it.each(['computed.list[3]', 'computed.list[999999999]', 'computed.list[-3]'])(
    '%s is outside the list and refused, rather than making a list with holes',
    (path) => {
      expect(() => changeData(data, set(path, 9))).toThrow(`"${path}" points outside a list of 2 items`);
    },
  );

  it.each(['a..b', '__proto__.x', 'computed.constructor', 'a[x]', ''])('"%s" is no path', (path) => {
    expect(() => changeData(data, set(path, 1))).toThrow('is not a path that can be set');
  });
});

describe('what a change would find', () => {
  it.each([
    ['computed.list[-1]', 2],
    ['computed.group.a', 1],
    ['flags.ready', false],
    ['phase', 'draft'],
    ['computed.phase', null],
    ['computed.list[5]', null],
    ['computed.list.length', null],
    ['phase.deep', null],
    ['toString', null],
  ])('%s is %j', (path, value) => {
    expect(readData(data, path)).toBe(value);
  });
});
