import { describe, expect, test } from 'vitest';
import { answer, broken, finishedNodes, ok, openGate, type WalkOptions, walkRun } from '../../testing/engine/walk.ts';

const second = (fields: Record<string, unknown>) => (fields.command as unknown[])[1];
const telling: WalkOptions = { outcome: ({ fields }) => ok(second(fields)) };

describe('rule 13: map walks its body once for each item', () => {
  // ┌──────┐ body ┌──────┐
  // │ each ├─────►│ work │ ×n ─► join
  // └──┬───┘      └──────┘
  //    └ next ─► complete
  const file = (fields: string, said: string) => `
       each: { type: map, body: work, next: complete, ${fields} }
       work: { type: cli, command: [work, "${said}"], next: join }`;

  test.each([
    ['a list', 'items: [x, y]', '${item}', ['x', 'y']],
    ['a template', 'items: "${inputs.parts}"', '${item.id}', [7, 8]],
    ['under a name of its own', 'items: [x, y], as: part', '${part}', ['x', 'y']],
    ['its place among the items', 'items: [x, y, z]', '${loop.index}', [0, 1, 2]],
    ['no items: nothing runs', 'items: []', '${item}', []],
  ])('%s: the result is a list in the order of the items', (_, fields, said, result) => {
    const head = 'inputs: { parts: { type: list } }';
    const walk = walkRun(file(fields, said), { ...telling, head, inputs: { parts: [{ id: 7 }, { id: 8 }] } });
    expect(walk.state.status).toBe('completed');
    expect(walk.state.outputs.each).toEqual(result);
  });

  test('items that are no list fail the node and say so', () => {
    const head = 'inputs: { parts: { type: string, default: x } }';
    const walk = walkRun(file('items: "${inputs.parts}"', '${item}'), { head, inputs: { parts: 'x' } });
    expect(openGate(walk).show[0]?.text).toBe('items of each must be a list, not string');
  });

  test('a failed item waits for the others, and Skip leaves a hole in its place', () => {
    const walk = walkRun(file('items: [1, 2, 3]', '${item}'), {
      outcome: ({ fields }) => (second(fields) === 2 ? broken() : ok(second(fields))),
    });
    expect(openGate(walk)).toMatchObject({ node: 'work', purpose: 'failure' });
    answer(walk, 'skip');
    expect(walk.state.outputs.each).toEqual([1, null, 3]);
  });

  // outer ─► inner ─► work      2 × 3 times
  test('nested: a body sees its own item and those around it', () => {
    const walk = walkRun(
      `
       outer: { type: map, items: [a, b], as: letter, body: inner, next: complete }
       inner: { type: map, items: [1, 2, 3], as: number, body: work, next: join }
       work: { type: cli, command: [work, "\${letter}\${number}\${item}"], next: join }`,
      telling,
    );
    expect(walk.state.outputs.outer).toEqual([
      ['a11', 'a22', 'a33'],
      ['b11', 'b22', 'b33'],
    ]);
    expect(walk.state.nodes).toMatchObject({ inner: { visits: 2 }, work: { visits: 6 } });
  });

  // each ─► fork ─┬─ left ──┬─► sum
  //               └─ right ─┘
  test('a parallel inside it sees the item, and what it gave stays with that item', () => {
    const walk = walkRun(
      `
       each: { type: map, items: [1, 2, 3], body: fork, next: complete }
       fork: { type: parallel, branches: { l: left, r: right }, next: sum }
       left: { type: cli, command: [work, "\${item * 10}"], next: join }
       right: { type: cli, command: [work, "\${item * 100 + loop.index}"], next: join }
       sum: { type: cli, command: [work, "\${left.result + right.result}"], next: join }`,
      telling,
    );
    expect(walk.state.outputs.each).toEqual([110, 221, 332]);
  });

  // rounds ⟲ fork ─┬─ a
  //                └─ b
  test('a parallel inside a loop sees the round', () => {
    const walk = walkRun(
      `
       rounds: { type: loop, body: fork, done: complete, max: 2 }
       fork: { type: parallel, branches: { one: a, two: b }, next: back, save: { "rounds.last": "\${result}" } }
       a: { type: cli, command: [work, "\${loop.index}"], next: join }
       b: { type: cli, command: [work, "\${loop.index}"], next: join }
       back: { type: end_loop, loop: rounds }`,
      telling,
    );
    expect(walk.state.computed).toEqual({ rounds: { last: { one: 1, two: 1 } } });
  });

  // each ─► rounds ⟲ work ─► back ─► kept
  test('a loop inside it counts for each item alone', () => {
    const walk = walkRun(
      `
       each: { type: map, items: [1, 2, 3], body: rounds, next: complete }
       rounds: { type: loop, body: work, done: kept, until: "loop.index + 1 >= item", max: 5 }
       work: { type: cli, command: [work, "\${item}"] }
       back: { type: end_loop, loop: rounds }
       kept: { type: cli, command: [work, "\${rounds.iterations}"], next: join }`,
      telling,
    );
    expect(walk.state.outputs.each).toEqual([1, 2, 3]);
    expect(finishedNodes(walk).filter((id) => id === 'work')).toHaveLength(6);
  });

  // each ─► first (skipped in the second round) ─► tell
  test('what was skipped on a branch gives null there, also when it gave something in an earlier round', () => {
    const walk = walkRun(
      `
       each: { type: map, items: [1], body: rounds, next: complete }
       rounds: { type: loop, body: first, done: join, max: 2 }
       first: { type: cli, command: [work], on_failure: skip }
       tell: { type: cli, command: [work, "\${first.value ?? 'nothing'}"], save: { told: "\${result}" } }
       back: { type: end_loop, loop: rounds }`,
      {
        outcome: ({ node, visit, fields }) => {
          if (node === 'tell') return ok(second(fields));
          return visit === 1 ? ok({ value: 'something' }) : broken();
        },
      },
    );
    expect(walk.state.computed.told).toBe('nothing');
  });
});
