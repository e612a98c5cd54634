import { describe, expect, test } from 'vitest';
import { answer, broken, eventsOf, finishedNodes, ok, openGate, walkRun } from '../../testing/engine/walk.ts';

describe('an explicit on: answer beats conditions; conditions beat next; no condition true goes to next', () => {
  //              ┌──► answered   (on)
  // ┌─────┐      ├──► judged     (conditions)
  // │ ask ├──────┤
  // └─────┘      └──► usual      (next)
  const options = 'kind: question, options: [{ id: a }, { id: b }, { id: c }], on: { a: answered }';
  const ways = [
    ['a', 'answered'],
    ['b', 'judged'],
    ['c', 'usual'],
  ] as const;
  const file = (asking: string) => `
       ask: {
         ${asking},
         conditions: [{ if: "answer.option != 'c'", then: judged }, { if: "true == false", then: usual }],
         next: usual }
       answered: { type: end }
       judged: { type: end }
       usual: { type: end }`;

  test.each(ways)('the answer %s of a gate node goes on to %s', (option, node) => {
    const walk = walkRun(file(`type: gate, ${options}`), { answer: () => ({ option }) });
    expect(finishedNodes(walk)).toEqual(['ask', node]);
  });

  test.each(ways)('the answer %s to a gate after the work goes on to %s', (option, node) => {
    const walk = walkRun(file(`type: cli, command: [ask], gate: { ${options} }`), { answer: () => ({ option }) });
    expect(finishedNodes(walk)).toEqual(['ask', node]);
  });

  test('the first condition that is true wins, in written order', () => {
    const walk = walkRun(`
       work:
         type: cli
         command: [work]
         conditions: [{ if: "1 == 2", then: one }, { if: "1 == 1", then: two }, { if: "2 == 2", then: three }]
       one: { type: end }
       two: { type: end }
       three: { type: end }`);
    expect(finishedNodes(walk)).toEqual(['work', 'two']);
  });

  test('a condition that cannot be worked out fails the node and names the path', () => {
    const walk = walkRun(`
       work: { type: cli, command: [work], conditions: [{ if: "computed.missing == 1", then: complete }] }`);
    expect(openGate(walk)).toMatchObject({ purpose: 'failure', node: 'work' });
    expect(openGate(walk).show[0]?.text).toContain('computed.missing');
  });
});

describe('next defaults to the following node, for the last node to complete', () => {
  // ┌───┐   ┌───┐
  // │ a ├──►│ b ├──► complete
  // └───┘   └───┘
  test('written order is the way', () => {
    const walk = walkRun(`
       a: { type: cli, command: [a] }
       b: { type: cli, command: [b] }`);
    expect(finishedNodes(walk)).toEqual(['a', 'b']);
    expect(walk.state.status).toBe('completed');
  });

  // A node id wins over a keyword where somebody wrote it; where nobody wrote anything there is no keyword.
  test.each([
    ['after the work', '{ type: cli, command: [work] }'],
    ['when it is passed', '{ type: cli, command: [work], enabled: false }'],
    ['after handing over', '{ type: cli, command: [work], background: true }'],
    ['after an answer', '{ type: gate, kind: approval }'],
  ])('also where a node is called next or complete, %s', (_, work) => {
    const file = `
       work: ${work}
       between: { type: cli, command: [between] }
       complete: { type: cli, command: [complete] }
       next: { type: cli, command: [next] }`;
    const walk = walkRun(file, { answer: () => ({ option: 'yes' }) });
    expect(finishedNodes(walk).filter((node) => node !== 'work')).toEqual(['between', 'complete', 'next']);
    expect(walk.state.status).toBe('completed');
    expect(walk.state.nodes.next?.visits).toBe(1);
  });

  test('next as it is written leads to the node of that name', () => {
    const walk = walkRun(`
       work: { type: cli, command: [work], next: next }
       between: { type: cli, command: [between] }
       next: { type: cli, command: [next] }`);
    expect(finishedNodes(walk)).toEqual(['work', 'next']);
  });

  test('start names another first node', () => {
    const walk = walkRun('  a: { type: cli, command: [a] }\n  b: { type: cli, command: [b] }', { head: 'start: b' });
    expect(finishedNodes(walk)).toEqual(['b']);
  });
});

describe('targets are node ids or keywords', () => {
  test('complete ends the run as completed, fail as failed', () => {
    const walk = (target: string) =>
      walkRun(`
       a: { type: cli, command: [a], next: ${target} }
       b: { type: cli, command: [b] }`);
    expect(walk('complete').state).toMatchObject({ status: 'completed', nodes: { a: { status: 'completed' } } });
    expect(walk('fail').state).toMatchObject({ status: 'failed' });
    expect(finishedNodes(walk('next'))).toEqual(['a', 'b']);
  });

  test.each(['next', 'complete', 'fail', 'escalate'])('a node with the id %s wins over the keyword', (id) => {
    const walk = walkRun(`
       a: { type: cli, command: [a], next: ${id} }
       b: { type: cli, command: [b], next: done }
       ${id}: { type: cli, command: [c], next: done }
       done: { type: end }`);
    expect(finishedNodes(walk)).toEqual(['a', id, 'done']);
  });

  test('a node with the id fail wins over the keyword after a failure too', () => {
    const walk = walkRun(
      `
       a: { type: cli, command: [a], on_failure: fail }
       b: { type: end }
       fail: { type: end, outcome: cancelled }`,
      { outcome: () => broken() },
    );
    expect(finishedNodes(walk)).toEqual(['a', 'fail']);
  });

  //              ┌──► left
  // ┌──────┐     │
  // │ work ├─${…}┤
  // └──────┘     └──► right
  const dynamic = `
       work: { type: cli, command: [work], next: "\${result.way}" }
       left: { type: end }
       right: { type: end }`;

  test('${…} yields a node id or a keyword', () => {
    const to = (way: string) => walkRun(dynamic, { outcome: () => ok({ way }) });
    expect(finishedNodes(to('right'))).toEqual(['work', 'right']);
    expect(finishedNodes(to('next'))).toEqual(['work', 'left']);
    expect(to('fail').state.status).toBe('failed');
  });

  test.each([['nowhere'], [''], [7]])('a ${…} that yields %j opens a failure gate', (way) => {
    const walk = walkRun(dynamic, { outcome: () => ok({ way }) });
    expect(openGate(walk)).toMatchObject({ purpose: 'failure', node: 'work' });
    expect(openGate(walk).show[0]?.text).toContain('work');
  });

  test.each(['skip', '"${computed.none}"', '"${result}"'])(
    'a way that leads nowhere asks a person even with on_failure: %s',
    (onFailure) => {
      const walk = walkRun(`  work: { type: cli, command: [work], next: "\${result}", on_failure: ${onFailure} }`, {
        outcome: () => ok('nowhere'),
      });
      expect(openGate(walk).purpose).toBe('failure');
    },
  );

  // ┌──────┐ escalate  Retry / Skip / Abort
  // │ work ├──────────► administrators
  // └──────┘
  test('escalate opens a Retry / Skip / Abort gate for the administrators', () => {
    const walk = walkRun(
      `
       work: { type: cli, command: [work], conditions: [{ if: "result == 'odd'", then: escalate }] }
       done: { type: end }`,
      { outcome: ({ attempt }) => ok(attempt === 1 ? 'odd' : 'fine') },
    );
    expect(openGate(walk)).toMatchObject({ purpose: 'failure', assignees: ['administrators'] });
    expect(openGate(walk).options.map(({ id }) => id)).toEqual(['retry', 'skip', 'abort']);
    answer(walk, 'retry');
    expect(finishedNodes(walk)).toEqual(['work', 'work', 'done']);
  });

  // ┌──────┐ escalate    ┌──────┐
  // │ work ├────► skip ─►│ done │
  // └──────┘             └──────┘
  test('a node that always escalates is passed by Skip, not asked about again', () => {
    const walk = walkRun(
      `
       work: { type: cli, command: [work], next: escalate }
       done: { type: end }`,
    );
    answer(walk, 'skip');
    expect(walk.state.status).toBe('completed');
    expect(finishedNodes(walk).at(-1)).toBe('done');
  });
});

describe('a branch is one of two ways, and is recorded', () => {
  //            then ┌──► left
  // ┌────────┐ ─────┘
  // │ choose │ ─────┐
  // └────────┘ else └──► right
  const file = `
       choose: { type: if, condition: "inputs.n > 1", then: left, else: right }
       left: { type: end }
       right: { type: end }`;

  test.each([
    [2, true, 'left'],
    [1, false, 'right'],
  ])('with %d it is %s', (n, result, node) => {
    const walk = walkRun(file, { head: 'inputs: { n: { type: number } }', inputs: { n } });
    expect(finishedNodes(walk)).toEqual(['choose', node]);
    expect(eventsOf(walk, 'branch_evaluated')[0]?.data).toEqual({ condition: 'inputs.n > 1', result, to: node });
    expect(walk.state.history.tail[0]?.outcome).toEqual({ branch: result });
  });

  test('an if without else goes to next', () => {
    const walk = walkRun(`
       choose: { type: if, condition: "1 == 2", then: left }
       right: { type: end }
       left: { type: end, outcome: failure }`);
    expect(finishedNodes(walk)).toEqual(['choose', 'right']);
  });

  test('where a visit came from is in its first event', () => {
    const walk = walkRun(file, { head: 'inputs: { n: { type: number } }', inputs: { n: 1 } });
    expect(eventsOf(walk, 'node_started').map(({ data }) => data.from)).toEqual([
      { node: null, via: 'start' },
      { node: 'choose', via: 'branch' },
    ]);
  });
});

test('the end of the file is the end of the run, also where a node is called as a word for it', () => {
  const walk = walkRun('  work: { type: cli, command: [x] }\n  complete: { type: cli, command: [x] }');
  expect(finishedNodes(walk)).toEqual(['work', 'complete']);
  expect(walk.state.status).toBe('completed');
});
