import { describe, expect, test } from 'vitest';
import {
  answer,
  broken,
  draftAnswer,
  eventsOf,
  finishedNodes,
  goOn,
  hour,
  later,
  minute,
  ok,
  openGate,
  openGates,
  record,
  storyOf,
  type Walk,
  type WalkOptions,
  walkRun,
} from '../../testing/engine/walk.ts';

/** Work gives its node and the second word of its command. */
const telling: WalkOptions = { outcome: ({ node, fields }) => ok({ node, said: (fields.command as unknown[])[1] }) };

/** The most attempts that were at work at the same time. */
function mostAtOnce({ events }: Walk): number {
  let now = 0;
  let most = 0;
  for (const { type, data } of events) {
    const onBranch = (data as { position?: string }).position !== undefined;
    if (onBranch && type === 'node_started') most = Math.max(most, ++now);
    if (onBranch && (type === 'node_completed' || type === 'node_failed')) now--;
  }
  return most;
}

describe('rule 13: parallel', () => {
  //            ┌─ one: a ─┐
  // ┌──────┐   ├─ two: b ─┤   ┌───────┐
  // │ fork ├──►└─ three: c┴──►│ after │
  // └──────┘                  └───────┘
  const file = (fields = '') => `
       fork: { type: parallel, branches: { one: a, two: b, three: c }, next: after${fields} }
       a: { type: cli, command: [work, 1], next: join }
       b: { type: cli, command: [work, 2], next: join }
       c: { type: cli, command: [work, 3], next: join }
       after: { type: end, message: "\${fork.two.said}" }`;

  test('all start together, and the result has each branch by its name', () => {
    const walk = walkRun(file(), telling);
    expect(storyOf(walk).slice(0, 5)).toEqual(['fork started', 'a started', 'b started', 'c started', 'a completed']);
    expect(walk.state.outputs.fork).toEqual({
      one: { node: 'a', said: '1' },
      two: { node: 'b', said: '2' },
      three: { node: 'c', said: '3' },
    });
    expect(walk.state).toMatchObject({ status: 'completed', message: '2' });
  });

  test.each([
    [1, 1],
    [2, 2],
    [9, 3],
  ])('limit %i: never more at a time', (limit, most) => {
    const walk = walkRun(file(`, limit: ${limit}`), telling);
    expect(mostAtOnce(walk)).toBe(most);
    expect(finishedNodes(walk)).toEqual(['a', 'b', 'c', 'fork', 'after']);
  });

  // fork ─┬─ one: b ─► c ─► (out of nodes)       b, c are the last in the file
  //       └─ two: a ─► complete
  test('a branch ends at join, at complete, or when it runs out of nodes; none of them ends the run', () => {
    const walk = walkRun(`
       fork: { type: parallel, branches: { one: b, two: a }, next: after }
       after: { type: end, message: all }
       a: { type: cli, command: [work], next: complete }
       b: { type: cli, command: [work] }
       c: { type: cli, command: [work] }`);
    expect(walk.state).toMatchObject({ status: 'completed', message: 'all' });
    expect(finishedNodes(walk).sort()).toEqual(['a', 'after', 'b', 'c', 'fork']);
  });

  describe('all finish, then the failures’ on_failure apply', () => {
    // fork ─┬─ one: a ✗ ─ on_failure ─► mend
    //       └─ two: slow (1h) ─► b
    const failing = (onFailure: string) => `
       fork: { type: parallel, branches: { one: a, two: slow }, next: after }
       a: { type: cli, command: [work], on_failure: ${onFailure}, next: join }
       mend: { type: cli, command: [mend], next: join }
       slow: { type: wait, for: 1h }
       b: { type: cli, command: [work], next: join }
       after: { type: end }`;
    const fails = { outcome: ({ node }: { node: string }) => (node === 'a' ? broken() : ok(node)) };

    test('a target is entered only after the last of the others', () => {
      const walk = walkRun(failing('mend'), fails);
      expect(storyOf(walk)).toEqual([
        ...['fork started', 'a started', 'slow started', 'a failed', 'slow completed', 'b started', 'b completed'],
        ...['mend started', 'mend completed', 'fork completed', 'after started', 'after completed'],
      ]);
      expect(walk.state.outputs.fork).toEqual({ one: 'mend', two: 'b' });
    });

    test('a person is asked only then', () => {
      const walk = walkRun(failing('ask'), fails);
      expect(openGate(walk)).toMatchObject({ node: 'a', purpose: 'failure', opened_at: later(hour) });
      expect(walk.state.nodes.b?.status).toBe('completed');
      answer(walk, 'skip');
      expect(walk.state).toMatchObject({ status: 'completed', outputs: { fork: { one: null, two: 'b' } } });
    });

    test('fail lets the others finish first', () => {
      const walk = walkRun(failing('fail'), fails);
      expect(walk.state).toMatchObject({ status: 'failed', nodes: { b: { status: 'completed' } } });
    });

    test('several failures are all asked about at the same time, and answered in any order', () => {
      const walk = walkRun(file(), {
        outcome: ({ node, attempt }) => (node === 'c' || attempt > 1 ? ok({ said: 'x' }) : broken()),
      });
      expect(openGates(walk).map(({ node, purpose }) => `${node} ${purpose}`)).toEqual(['a failure', 'b failure']);
      const [, second] = openGates(walk);
      if (second) record(walk, [draftAnswer(second, { option: 'retry' }, walk.now)]);
      goOn(walk);
      answer(walk, 'skip');
      expect(walk.state).toMatchObject({
        status: 'completed',
        nodes: { a: { status: 'skipped' }, b: { attempts: 2 } },
      });
    });

    test('with a limit a failed branch lets the next one start', () => {
      const walk = walkRun(file(', limit: 1'), { outcome: ({ node }) => (node === 'a' ? broken() : ok()) });
      expect(storyOf(walk).slice(1)).toEqual([
        ...['a started', 'a failed', 'b started', 'b completed', 'c started', 'c completed', 'a asked failure'],
      ]);
    });
  });

  describe('join', () => {
    // fork ─┬─ one:   3 min ─► a
    //       ├─ two:   1 min ─► b
    //       └─ three: 2 min ─► c
    const racing = (fields: string) => `
       fork: { type: parallel, branches: { one: w1, two: w2, three: w3 }, next: after, ${fields} }
       w1: { type: wait, for: 3m }
       a: { type: cli, command: [work], next: join }
       w2: { type: wait, for: 1m }
       b: { type: cli, command: [work], next: join }
       w3: { type: wait, for: 2m }
       c: { type: cli, command: [work], next: join }
       after: { type: end }`;
    const run = (fields: string) => walkRun(racing(fields), { outcome: ({ node }) => ok(node) });

    test.each([
      ['any: the first that ends is enough', 'join: any', 1, { one: null, two: 'b', three: null }],
      ['majority: more than half', 'join: majority', 2, { one: null, two: 'b', three: 'c' }],
      ['all', 'join: all', 3, { one: 'a', two: 'b', three: 'c' }],
      ['any with limit 1: the first in written order', 'join: any, limit: 1', 3, { one: 'a', two: null, three: null }],
    ])('%s', (_, fields, minutes, result) => {
      const walk = run(fields);
      expect(walk.state).toMatchObject({ status: 'completed', ended_at: later(minutes * minute), active: [] });
      expect(walk.state.outputs.fork).toEqual(result);
    });

    test('what is not waited for is cut off: cancelled, and nothing of it runs later', () => {
      const walk = run('join: any');
      expect(walk.state.nodes).toMatchObject({ w1: { status: 'cancelled' }, w3: { status: 'cancelled' } });
      expect(walk.state.nodes.a).toBeUndefined();
      expect(eventsOf(walk, 'branch_ended').map(({ data }) => `${data.key} ${data.cancelled}`)).toEqual([
        'two false',
        'one true',
        'three true',
      ]);
    });

    test('a question on a branch that is cut off is closed', () => {
      const walk = walkRun(`
       fork: { type: parallel, branches: { one: ask, two: w }, join: any, next: after }
       ask: { type: gate, kind: approval, next: join }
       w: { type: cli, command: [work], next: join }
       after: { type: gate, kind: info, auto_continue: false }`);
      expect(openGate(walk).node).toBe('after');
    });
  });

  describe('prev', () => {
    //  before ─► fork ─┬─ a ─► a2 ─┬─► after
    //                  └─ b ───────┘
    test('inside it begins as the node before; after it is the last in written order', () => {
      const walk = walkRun(
        `
       before: { type: cli, command: [work, "\${prev?.node ?? 'none'}"] }
       fork: { type: parallel, branches: { two: b, one: a }, next: after }
       a: { type: cli, command: [work, "\${prev.node}"] }
       a2: { type: cli, command: [work, "\${prev.node}"], next: join }
       b: { type: cli, command: [work, "\${prev.node}"], next: join }
       after: { type: cli, command: [work, "\${prev.node}"] }`,
        telling,
      );
      const said = Object.entries(walk.state.outputs).map(([id, output]) => [id, (output as { said: string }).said]);
      expect(Object.fromEntries(said)).toMatchObject({ before: 'none', a: 'before', a2: 'a', b: 'before', after: 'b' });
    });

    // late ─► fork ─┬─ a            late is written last, and is not part of the fork
    //               └─ pause
    test('a branch that did no work does not count, wherever the node before the fork is written', () => {
      const walk = walkRun(
        `
       fork: { type: parallel, branches: { one: a, two: pause }, next: after }
       a: { type: cli, command: [work], next: join }
       pause: { type: wait, for: 1m, next: join }
       after: { type: cli, command: [work, "\${prev.node}"], next: complete }
       late: { type: cli, command: [work], next: fork }`,
        { ...telling, head: 'start: late' },
      );
      expect(walk.state.outputs.after).toEqual({ node: 'after', said: 'a' });
    });

    // before ─► ║ a ║ b ║ ─► after            one parallel_group
    test('a parallel_group is one batch; prev inside is the node before it, after it its last', () => {
      const walk = walkRun(
        `
       before: { type: cli, command: [work] }
       a: { type: cli, command: [work, "\${prev.node}"], parallel_group: both }
       b: { type: cli, command: [work, "\${prev.node}"], parallel_group: both }
       after: { type: cli, command: [work, "\${prev.node}"] }`,
        telling,
      );
      expect(mostAtOnce(walk)).toBe(2);
      expect(walk.state.outputs).toMatchObject({ a: { said: 'before' }, b: { said: 'before' }, after: { said: 'b' } });
    });

    // fork ─┬─ ║ a ║ b ║ ─► c
    //       └─ d
    test('a branch that begins in a parallel_group begins with all of it', () => {
      const walk = walkRun(`
       fork: { type: parallel, branches: { one: b, two: d }, next: complete }
       a: { type: cli, command: [work], parallel_group: both }
       b: { type: cli, command: [work], parallel_group: both }
       c: { type: cli, command: [work], next: join }
       d: { type: cli, command: [work], next: join }`);
      expect(finishedNodes(walk).sort()).toEqual(['a', 'b', 'both', 'c', 'd', 'fork']);
    });
  });
});
