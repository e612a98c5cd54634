import { describe, expect, test } from 'vitest';
import { answer, eventsOf, finishedNodes, ok, openGate, type WalkOptions, walkRun } from '../../testing/engine/walk.ts';

/** Work gives 0, 1, 2 … at its first, second, third visit. */
const counting: WalkOptions = { outcome: ({ visit }) => ok({ value: visit - 1 }) };

describe('rule 7: loop is do-while', () => {
  // ┌────────┐ body ┌──────┐   ┌──────┐
  // │ rounds ├─────►│ work ├──►│ back ├─► rounds
  // └───┬────┘      └──────┘   └──────┘
  //     │ done  ┌──────┐
  //     └──────►│ done │
  //             └──────┘
  const file = (fields: string) => `
       rounds: { type: loop, body: work, done: done, ${fields} }
       work: { type: cli, command: [work, "\${loop.index}"] }
       back: { type: end_loop, loop: rounds }
       done: { type: end }`;

  test.each([
    ['the first visit takes the body, also when until holds already', 'until: "1 == 1"', 1, 'until'],
    ['it leaves when until holds after a round', 'until: "work.value == 2"', 3, 'until'],
    ['it leaves at max', 'max: 4', 4, 'max'],
    ['until and max together: until is asked first', 'until: "work.value == 1", max: 2', 2, 'until'],
    ['max may be 1', 'max: 1', 1, 'max'],
    ['without max there are 100 rounds', 'until: "1 == 2"', 100, 'max'],
  ])('%s', (_, fields, rounds, reason) => {
    const walk = walkRun(file(fields), { ...counting, mostSteps: 2000 });
    expect(walk.state.status).toBe('completed');
    expect(walk.state.nodes).toMatchObject({ work: { visits: rounds }, rounds: { visits: rounds + 1 } });
    expect(eventsOf(walk, 'loop_exited').map(({ data }) => data)).toEqual([{ reason, iterations: rounds }]);
    expect(eventsOf(walk, 'loop_iteration').map(({ data }) => data.iteration)).toEqual(
      Array.from({ length: rounds }, (_, index) => index + 1),
    );
  });

  test('loop.index is the round, from 0', () => {
    const seen: unknown[] = [];
    walkRun(file('max: 3'), { outcome: ({ fields }) => ok(seen.push((fields.command as string[])[1])) });
    expect(seen).toEqual([0, 1, 2]);
  });

  // ┌───────┐ body ┌───────┐ body ┌──────┐
  // │ outer ├─────►│ inner ├─────►│ work ├─► end_inner ─► inner
  // └───┬───┘      └───┬───┘      └──────┘
  //     ▼ complete     └ done ─► end_outer ─► outer
  test('nested: the counter is dropped on exit, so the inner loop begins anew in every round', () => {
    const seen: unknown[] = [];
    const walk = walkRun(
      `
       outer: { type: loop, body: inner, done: complete, max: 2 }
       inner: { type: loop, body: work, done: end_outer, max: 3 }
       work: { type: cli, command: [work, "\${loop.index}"] }
       end_inner: { type: end_loop, loop: inner }
       end_outer: { type: end_loop, loop: outer }`,
      { outcome: ({ fields }) => ok(seen.push((fields.command as string[])[1])) },
    );
    expect(seen).toEqual([0, 1, 2, 0, 1, 2]);
    expect(walk.state).toMatchObject({ status: 'completed', nodes: { work: { visits: 6 } } });
  });

  // outer ─► inner ─► work ─► end_outer      the inner loop is left by a jump, never by its exit
  test('a loop that was left by a jump begins anew when the loop around it begins its next round', () => {
    const walk = walkRun(
      `
       outer: { type: loop, body: inner, done: complete, max: 3 }
       inner: { type: loop, body: work, done: end_outer, max: 2 }
       work: { type: cli, command: [work], conditions: [{ if: "1 == 1", then: end_outer }] }
       end_inner: { type: end_loop, loop: inner }
       end_outer: { type: end_loop, loop: outer }`,
    );
    expect(eventsOf(walk, 'loop_iteration').map(({ node, data }) => `${node} ${data.iteration}`)).toEqual([
      'outer 1',
      'inner 1',
      'outer 2',
      'inner 1',
      'outer 3',
      'inner 1',
    ]);
    expect(walk.state.status).toBe('completed');
  });

  // start ─► rounds ⟲ ─► again? ─ yes ─► rounds
  test('entered a second time it counts from the beginning', () => {
    const walk = walkRun(
      `
       rounds: { type: loop, body: work, done: again, max: 2 }
       work: { type: cli, command: [work] }
       back: { type: end_loop, loop: rounds }
       again: { type: gate, kind: approval, on: { yes: rounds, no: complete } }`,
    );
    answer(walk, 'yes');
    answer(walk, 'no');
    expect(walk.state).toMatchObject({ status: 'completed', nodes: { work: { visits: 4 } } });
  });

  // spin ⟲
  test('any other node visited more often than max_visits opens a gate', () => {
    const walk = walkRun('       spin: { type: if, condition: "1 == 1", then: spin, else: complete }');
    expect(openGate(walk)).toMatchObject({ node: 'spin', visit: 101, purpose: 'visits' });
  });
});

describe('rule 8: switch takes the first match in order, else default, else the path ends with a warning', () => {
  //         ┌──────────┐ first  ┌───┐
  //         │          ├───────►│ a │
  //   ─────►│  choose  │ second ├───┤
  //         │          ├───────►│ b │
  //         └────┬─────┘        ├───┤
  //              └─ default ───►│ c │
  const file = (first: boolean, second: boolean, fallback = ', default: c') => `
       choose:
         { type: switch, cases: [{ if: "${first}", then: a }, { if: "${second}", then: b, name: the second }]${fallback} }
       a: { type: end }
       b: { type: end }
       c: { type: end }`;

  test.each([
    [true, true, 'a'],
    [true, false, 'a'],
    [false, true, 'b'],
    [false, false, 'c'],
  ])('cases %s, %s lead to %s', (first, second, end) => {
    expect(finishedNodes(walkRun(file(first, second)))).toEqual(['choose', end]);
  });

  test('which case it took is recorded, by its name if it has one', () => {
    expect(eventsOf(walkRun(file(false, true)), 'branch_evaluated').map(({ data }) => data)).toEqual([
      { condition: 'the second', result: true, to: 'b' },
    ]);
  });

  test('without a match and without a default the run completes with a warning', () => {
    const { state } = walkRun(file(false, false, ''));
    expect(state).toMatchObject({ status: 'completed', warnings: [{ node: 'choose' }] });
    expect(state.history.tail.map(({ node }) => node)).toEqual(['choose']);
  });

  // fork ─┬─ one: choose (no match)
  //       └─ two: work ─► join
  test('on a branch only the branch ends', () => {
    const walk = walkRun(`
       fork: { type: parallel, branches: { one: choose, two: work }, next: after }
       choose: { type: switch, cases: [{ if: "1 == 2", then: work }] }
       work: { type: cli, command: [work], next: join }
       after: { type: end }`);
    expect(finishedNodes(walk)).toEqual(['choose', 'work', 'fork', 'after']);
    expect(walk.state.warnings).toMatchObject([{ node: 'choose' }]);
  });
});

describe('rule 9: a disabled node is passed', () => {
  // ┌───────┐ done / default / next ┌───────┐
  // │  off  ├──────────────────────►│ there │      body, a, b are not entered
  // └───────┘                       └───────┘
  test.each([
    ['loop by done', '{ type: loop, body: off, done: there, enabled: false }', ['there']],
    [
      'switch by default',
      '{ type: switch, cases: [{ if: "1 == 1", then: work }], default: there, enabled: false }',
      ['there'],
    ],
    [
      'switch without default by next',
      '{ type: switch, cases: [{ if: "1 == 1", then: there }], enabled: false }',
      ['work', 'back'],
    ],
    ['parallel by next', '{ type: parallel, branches: { one: work }, next: there, enabled: false }', ['there']],
    ['map by next', '{ type: map, items: [1, 2], body: work, next: there, enabled: false }', ['there']],
    ['wait by next, at once', '{ type: wait, for: 1h, next: there, enabled: false }', ['there']],
  ])('%s', (_, node, rest) => {
    const walk = walkRun(`
       off: ${node}
       work: { type: cli, command: [work] }
       back: { type: end }
       there: { type: end }`);
    expect(finishedNodes(walk)).toEqual(['off', ...rest]);
    expect(walk.state.nodes.off).toMatchObject({ status: 'skipped', visits: 1 });
    expect(eventsOf(walk, 'node_started').some(({ node: id }) => id === 'off')).toBe(false);
  });

  // off (default: escalate) ─► a person ─ skip ─► there
  test('where that way leads to a person, Skip goes on by next', () => {
    const walk = walkRun(`
       off: { type: switch, cases: [{ if: "1 == 1", then: complete }], default: escalate, enabled: false, next: there }
       there: { type: end }`);
    expect(openGate(walk)).toMatchObject({ purpose: 'failure', assignees: ['administrators'] });
    answer(walk, 'skip');
    expect(walk.state.status).toBe('completed');
    expect(finishedNodes(walk)).toEqual(['off', 'off', 'there']);
  });
});
