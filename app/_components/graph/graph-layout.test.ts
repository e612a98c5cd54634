import { describe, expect, test } from 'vitest';
import { largeWorkflow } from '#lib/testing/engine/large-workflow.ts';
import { graphOf } from '#lib/testing/engine/walk.ts';
import { drawnGraph } from './drawn-graph.ts';
import { type GraphLayout, layoutGraph, nodeSize } from './graph-layout.ts';
import type { GraphEdge } from './graph-slots.ts';

function layoutOf(nodes: string) {
  const graph = graphOf(nodes);
  const layout = drawnGraph(graph);
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

test('a graph too wide for a page goes down instead', () => {
  const { at, width } = layoutOf(`
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
  fork: { type: parallel, branches: { left: a, right: b }, next: after }
  a: { type: cli, command: ["true"], next: join }
  b: { type: cli, command: ["true"], next: join }
  after: { type: end }`);
  expect(at('a').x).toBe(at('b').x);
  expect(at('a').y).not.toBe(at('b').y);
  expect(edges.map(({ from, to, label }) => [from, to, label?.text])).toEqual([
    ['fork', 'a', 'left'],
    ['fork', 'b', 'right'],
    ['a', 'after', undefined],
    ['b', 'after', undefined],
  ]);
});

test('a hundred branches stand below each other, where a page has more room than beside', () => {
  const ids = ['fork', ...Array.from({ length: 100 }, (_, index) => `b${index}`), 'join'];
  const edges = ids.slice(1, -1).flatMap((id) => [
    { from: 'fork', to: id, words: id },
    { from: id, to: 'join', words: null },
  ]);
  const { width } = layoutGraph(ids, edges);
  expect(width).toBeLessThan(900);
});

type Box = { x: number; y: number; width: number; height: number };

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function overlapping(boxes: (Box & { id: string })[], others?: (Box & { id: string })[]): string[] {
  return boxes.flatMap((box, index) =>
    (others ?? boxes.slice(index + 1)).filter((other) => overlap(box, other)).map(({ id }) => `${box.id} and ${id}`),
  );
}

/** Points of a line, near enough to each other that none jumps over a node. */
function pointsOf(path: string): { x: number; y: number }[] {
  let at = { x: 0, y: 0 };
  return [...path.matchAll(/([MLC])([^MLC]*)/g)].flatMap(([, letter, numbers = '']) => {
    const values = numbers.trim().split(/\s+/).map(Number);
    const points = values.flatMap((x, index) => (index % 2 === 0 ? [{ x, y: values[index + 1] ?? 0 }] : []));
    const start = at;
    at = points.at(-1) ?? at;
    const [one = at, two = at] = letter === 'C' ? points : [at, at];
    return Array.from({ length: 41 }, (_, index) => {
      const t = index / 40;
      const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
      if (letter !== 'C') return { x: start.x + (at.x - start.x) * t, y: start.y + (at.y - start.y) * t };
      return {
        x: a * start.x + b * one.x + c * two.x + d * at.x,
        y: a * start.y + b * one.y + c * two.y + d * at.y,
      };
    }).slice(letter === 'M' ? 40 : 0);
  });
}

function faultsOf({ nodes, edges, width, height }: GraphLayout<GraphEdge>) {
  const boxes = nodes.map((node) => ({ ...node, ...nodeSize }));
  const labels = edges.flatMap(({ from, to, label }) =>
    label
      ? [{ ...label, id: `words of ${from} ${to}`, x: label.x - label.width / 2, y: label.y - label.height / 2 }]
      : [],
  );
  const isInside = ({ x, y }: { x: number; y: number }, box: Box) =>
    x > box.x + 0.2 && x < box.x + box.width - 0.2 && y > box.y + 0.2 && y < box.y + box.height - 0.2;
  const outside = [...boxes, ...labels].filter(
    (box) => box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height,
  );
  return {
    nodesOnNodes: overlapping(boxes),
    wordsOnNodes: overlapping(labels, boxes),
    wordsOnWords: overlapping(labels),
    edgesThroughNodes: edges.flatMap(({ from, to, path }) => {
      const points = pointsOf(path);
      return boxes
        .filter((box) => points.some((point) => isInside(point, box)))
        .map(({ id }) => `${from} ${to}: ${id}`);
    }),
    outside: outside.map(({ id }) => id),
  };
}

const nothing = { nodesOnNodes: [], wordsOnNodes: [], wordsOnWords: [], edgesThroughNodes: [], outside: [] };

describe('nothing lies on a node, neither another, nor an edge, nor words, and words lie apart', () => {
  test.each([1, 2, 3, 4, 5, 6])('in a workflow of 200 nodes with loops, branches and maps (%i)', (seed) => {
    const layout = layoutOf(largeWorkflow(200, seed));
    expect(layout.nodes.length).toBeGreaterThanOrEqual(200);
    expect(layout.edges.some(({ isBack }) => isBack)).toBe(true);
    expect(faultsOf(layout)).toEqual(nothing);
  });

  test.each([10, 40, 90])('in a graph of %i nodes and no sense', (count) => {
    const ids = Array.from({ length: count }, (_, index) => `n${index}`);
    const edges = ids.flatMap((from, index) =>
      [index + 1, (index * 7) % count, (index * 13 + 5) % count].flatMap((to, way) =>
        ids[to] ? [{ from, to: ids[to], words: way === 0 ? null : `way ${way}` }] : [],
      ),
    );
    expect(faultsOf(layoutGraph(ids, edges))).toEqual(nothing);
  });
});

test('the same graph is always drawn the same', () => {
  expect(layoutOf(largeWorkflow(80, 7))).toMatchObject({ edges: layoutOf(largeWorkflow(80, 7)).edges });
});
