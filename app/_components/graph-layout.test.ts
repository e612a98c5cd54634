import { expect, test } from 'vitest';
import { graphOf } from '#lib/testing/engine/walk.ts';
import { graphEdges } from './graph-edges.ts';
import { layoutGraph, nodeSize } from './graph-layout.ts';

function layoutOf(nodes: string) {
  const graph = graphOf(nodes);
  const layout = layoutGraph(
    graph.nodes.map(({ id }) => id),
    graphEdges(graph),
  );
  const at = (id: string) => layout.nodes.find((node) => node.id === id) ?? { x: -1, y: -1 };
  return { ...layout, at };
}

//  a ─ b ─ c
test('a plain sequence is a straight line from left to right', () => {
  const { at } = layoutOf(`
  a: { type: cli, command: ["true"] }
  b: { type: cli, command: ["true"] }
  c: { type: end }`);
  expect([at('a').x < at('b').x, at('b').x < at('c').x]).toEqual([true, true]);
  expect(new Set([at('a').y, at('b').y, at('c').y]).size).toBe(1);
});

//  choose ─┬─ long ─ longer ─┬─ done
//          └─────────────────┘
test('a node stands right of everything that leads to it, and a long edge passes no node', () => {
  const { at, edges } = layoutOf(`
  choose: { type: if, condition: "true", then: long, else: done }
  long: { type: cli, command: ["true"] }
  longer: { type: cli, command: ["true"] }
  done: { type: end }`);
  expect(at('done').x).toBeGreaterThan(at('longer').x);
  const short = edges.find(({ from, to }) => from === 'choose' && to === 'done');
  const passes = [...(short?.path.matchAll(/L[\d.]+ ([\d.]+)/g) ?? [])];
  expect(passes).toHaveLength(2);
  const lane = Number(passes[0]?.[1]);
  expect(lane < at('long').y || lane > at('long').y + nodeSize.height).toBe(true);
});

test('a graph too wide for a page goes down instead, and its edges back pass beside the nodes', () => {
  const { at, edges, width } = layoutOf(`
  again: { type: loop, body: one, done: done, max: 3 }
  one: { type: cli, command: ["true"] }
  two: { type: cli, command: ["true"] }
  three: { type: cli, command: ["true"] }
  four: { type: cli, command: ["true"] }
  back: { type: end_loop, loop: again }
  done: { type: end }`);
  const line = ['again', 'one', 'two', 'three', 'four', 'back'].map((id) => at(id).y);
  expect(line).toEqual([...line].sort((a, b) => a - b));
  expect(width).toBeLessThan(900);
  const back = edges.find(({ isBack }) => isBack);
  const right = Math.max(...[...(back?.path.matchAll(/[LQ]([\d.]+) /g) ?? [])].map(([, x]) => Number(x)));
  expect(right).toBeGreaterThan(at('one').x + nodeSize.width);
  expect(right).toBeLessThan(width);
});

//  again ─ work ─ back
//    └──────────────┘
test('an edge of a loop leads back and moves nothing to the right', () => {
  const { at, edges } = layoutOf(`
  again: { type: loop, body: work, done: done, max: 3 }
  work: { type: cli, command: ["true"] }
  back: { type: end_loop, loop: again }
  done: { type: end }`);
  expect(edges.filter(({ isBack }) => isBack).map(({ from, to }) => [from, to])).toEqual([['back', 'again']]);
  expect(at('again').x).toBeLessThan(at('work').x);
});

//  fork ─┬─ a ─┬─ after
//        └─ b ─┘
test('branches stand side by side, and the fork goes on where they end', () => {
  const { at, edges } = layoutOf(`
  fork: { type: parallel, branches: { a: a, b: b }, next: after }
  a: { type: cli, command: ["true"], next: join }
  b: { type: cli, command: ["true"], next: join }
  after: { type: end }`);
  expect(at('a').x).toBe(at('b').x);
  expect(at('a').y).not.toBe(at('b').y);
  expect(edges.map(({ from, to }) => `${from} ${to}`)).toEqual(['fork a', 'fork b', 'a after', 'b after']);
});

test('no two nodes share a place, in a graph of any shape', () => {
  const ids = Array.from({ length: 40 }, (_, index) => `n${index}`);
  const edges = ids.flatMap((from, index) =>
    [index + 1, (index * 7) % 40, (index * 13 + 5) % 40].flatMap((to) => (ids[to] ? [{ from, to: ids[to] }] : [])),
  );
  const { nodes, width, height } = layoutGraph(ids, edges);
  expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(40);
  for (const { x, y } of nodes) {
    expect(x + nodeSize.width).toBeLessThanOrEqual(width);
    expect(y + nodeSize.height).toBeLessThanOrEqual(height);
  }
});
