import { expect, test } from 'vitest';
import { largeWorkflow } from '#lib/testing/engine/large-workflow.ts';
import { graphOf } from '#lib/testing/engine/walk.ts';
import { drawnGraph } from './drawn-graph.ts';
import { type Arrow, neighbourOf } from './graph-neighbour.ts';

const arrows: Arrow[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

//  fork ─┬─ a ─┬─ after
//        └─ b ─┘
test('arrows go along the ways, and from branch to branch across them', () => {
  const layout = drawnGraph(
    graphOf(`
  fork: { type: parallel, branches: { left: a, right: b }, next: after }
  a: { type: cli, command: ["true"], next: join }
  b: { type: cli, command: ["true"], next: join }
  after: { type: end }`),
  );
  const to = (id: string, arrow: Arrow) => neighbourOf(layout, id, arrow);
  expect(['a', 'b']).toContain(to('fork', 'ArrowRight'));
  expect([to('a', 'ArrowDown'), to('b', 'ArrowUp')]).toEqual(['b', 'a']);
  expect([to('b', 'ArrowRight'), to('b', 'ArrowLeft')]).toEqual(['after', 'fork']);
  expect([to('fork', 'ArrowLeft'), to('fork', 'ArrowUp'), to('after', 'ArrowRight'), to('none', 'ArrowUp')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test.each([1, 2, 3])('arrows reach every one of 200 nodes (%i)', (seed) => {
  const graph = graphOf(largeWorkflow(200, seed));
  const layout = drawnGraph(graph);
  const reached = new Set([graph.start]);
  for (const id of reached) for (const arrow of arrows) reached.add(neighbourOf(layout, id, arrow) ?? id);
  expect(graph.nodes.filter(({ id }) => !reached.has(id))).toEqual([]);
});
