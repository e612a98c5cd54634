import { expect, test } from 'vitest';
import { graphOf } from '../testing/engine/walk.ts';

const cli = 'type: cli, command: [true]';
const orderOf = (nodes: string) => graphOf(nodes).nodes.map(({ id, next }) => `${id} ${next}`);

test('a file without needs stays as it is written', () => {
  expect(orderOf(`  b: { ${cli} }\n  a: { ${cli} }`)).toEqual(['b null', 'a null']);
});

test('each node leads to the next in order; the ways of a choice stand behind it and go on after it', () => {
  expect(
    orderOf(`
  d: { ${cli}, needs: [x] }
  x: { ${cli} }
  y: { ${cli} }
  c: { type: if, condition: "true", then: x, else: y, needs: [a] }
  a: { ${cli} }`),
  ).toEqual(['a c', 'c d', 'x d', 'y d', 'd complete']);
});

test('a group is one step, once all of its members’ needs are finished', () => {
  expect(
    orderOf(`
  g1: { ${cli}, parallel_group: g, needs: [a] }
  b: { ${cli}, needs: [a] }
  g2: { ${cli}, parallel_group: g, needs: [b] }
  a: { ${cli} }
  z: { ${cli}, needs: [g1] }`),
  ).toEqual(['a b', 'b g1', 'g z', 'g1 join', 'g2 join', 'z complete']);
});
