import { describe, expect, test } from 'vitest';
import { answer, broken, eventsOf, ok, openGate, record, walkRun } from '../../testing/engine/walk.ts';
import { restart } from '../../testing/engine/walk-rewind.ts';

const work = (checks: string, more = '') => `
  work: { type: cli, command: [work], checks: [${checks}]${more} }
  done: { type: end }`;
const printing = (stdout: string) => ({ outcome: () => ok({ stdout, exit_code: 0 }) });
const verdictsOf = (walk: ReturnType<typeof walkRun>) =>
  eventsOf(walk, 'check_evaluated').map(({ data }) => [data.name, data.verdict]);

describe('checks run inline or after the run; a missing verdict is unknown', () => {
  test.each([
    ['an expression that holds', '"result.exit_code == 0"', 'pass'],
    ['an expression that does not', '"result.exit_code == 1"', 'fail'],
    ['text that is there', '{ type: text_present, text: fine }', 'pass'],
    ['text that is missing', '{ type: text_present, text: awful }', 'fail'],
    ['text that must not be there', '{ type: text_absent, text: fine }', 'fail'],
    ['text from the data', '{ type: text_present, text: "${inputs.word ?? \'fine\'}" }', 'pass'],
    ['an expression about nothing', '"result.nothing.more == 1"', 'unknown'],
  ])('%s', (_, check, verdict) => {
    const walk = walkRun(work(check), { ...printing('all is fine'), head: 'inputs: { word: { type: string } }' });
    expect(verdictsOf(walk).map(([, found]) => found)).toEqual([verdict]);
    expect(walk.state.status).toBe(verdict === 'pass' ? 'completed' : 'waiting');
  });

  test('one that must hold and does not is a failure of its visit, tried again as often as the node may', () => {
    const outputs = ['bad', 'good'];
    const walk = walkRun(work('{ type: text_present, text: good, name: is good }', ', retry: { attempts: 2 }'), {
      outcome: () => ok({ stdout: outputs.shift() }),
    });
    expect(walk.state).toMatchObject({ status: 'completed', nodes: { work: { status: 'completed', attempts: 2 } } });
    expect(eventsOf(walk, 'retry')[0]?.data.error.message).toContain('is good');
    expect(walk.state.checks.work).toMatchObject([{ name: 'is good', verdict: 'pass' }]);
  });

  test('what was to be saved is not saved when a check fails', () => {
    const walk = walkRun(work('"false"', ', save: { kept: "${result.stdout}" }'), printing('x'));
    expect(openGate(walk).purpose).toBe('failure');
    expect(walk.state.computed).toEqual({});
    answer(walk, 'skip');
    expect(walk.state.status).toBe('completed');
  });

  test('a check sees what its node saved', () => {
    const walk = walkRun(work('"computed.kept == \'x\'"', ', save: { kept: "${result.stdout}" }'), printing('x'));
    expect(walk.state.status).toBe('completed');
  });

  test('one that only warns leaves a warning; without a verdict it warns too', () => {
    const checks =
      '{ type: expression, if: "false", on_fail: warn, name: a }, { type: expression, if: nothing.x, on_fail: warn, name: b }';
    const walk = walkRun(work(checks).replace('nothing.x', '"result.no.thing"'), printing('x'));
    expect(walk.state.status).toBe('completed');
    expect(verdictsOf(walk)).toEqual([
      ['a', 'fail'],
      ['b', 'unknown'],
    ]);
    expect(walk.state.warnings).toHaveLength(2);
  });

  test('after the run they mark it and stop nothing: completed, checks failed', () => {
    const checks =
      '{ type: text_present, text: good, when: after }, { type: text_absent, text: good, when: after, on_fail: warn }';
    const walk = walkRun(work(checks), printing('bad'));
    expect(walk.state.status).toBe('completed');
    expect(eventsOf(walk, 'checks_completed')[0]?.data).toEqual({ passed: 1, failed: 1, warned: 0 });
    const types = walk.events.map(({ type }) => type);
    expect(types.indexOf('checks_completed')).toBe(types.indexOf('run_completed') - 1);
  });

  test('a node that was never reached is not judged', () => {
    const walk = walkRun(`
  choose: { type: if, condition: "false", then: work, else: done }
  work: { type: cli, command: [work], checks: [{ type: expression, if: "false", when: after }] }
  done: { type: end }`);
    expect(eventsOf(walk, 'check_evaluated')).toEqual([]);
    expect(walk.state.status).toBe('completed');
  });

  test('what a model must judge at the end is work of its own, after which the run ends as it would have', () => {
    const nodes = work('{ type: judge, question: Is it polite?, name: polite, when: after }').replace(
      '{ type: end }',
      '{ type: end, message: all done }',
    );
    const result = { name: 'polite', verdict: 'fail' as const, on_fail: 'fail' as const, when: 'after' as const };
    const walk = walkRun(nodes, {
      outcome: ({ node }) =>
        node === 'checks'
          ? {
              ok: true,
              result: null,
              sideResults: { verdicts: [{ node: 'work', result: { ...result, reason: 'rude' } }] },
            }
          : ok({ stdout: 'x' }),
    });
    expect(walk.state).toMatchObject({ status: 'completed', message: 'all done' });
    expect(walk.state.checks.work).toMatchObject([{ verdict: 'fail', reason: 'rude' }]);
    expect(eventsOf(walk, 'checks_completed')[0]?.data).toEqual({ passed: 0, failed: 1, warned: 0 });
  });
});

const tallies = (walk: ReturnType<typeof walkRun>) => eventsOf(walk, 'checks_completed').map(({ data }) => data);

describe('of each check of kept work the latest verdict counts, once', () => {
  const after = '{ type: text_present, text: fine, name: fine, when: after }';

  test('also when a person takes the run up again', () => {
    const walk = walkRun(work(after), printing('bad'));
    walk.options = printing('all is fine');
    restart(walk, 'work');
    expect(tallies(walk)).toEqual([
      { passed: 0, failed: 1, warned: 0 },
      { passed: 1, failed: 0, warned: 0 },
    ]);
    expect(walk.state.checks.work).toMatchObject([{ name: 'fine', verdict: 'pass' }]);
  });

  test('work that was left out after all is not judged', () => {
    const walk = walkRun(work('"false"'), printing('x'));
    answer(walk, 'skip');
    expect(walk.state).toMatchObject({ status: 'completed', checks: {} });
    expect(tallies(walk)).toEqual([]);
  });

  test('in a loop it is that of the last round', () => {
    let round = 0;
    const nodes = `
  again: { type: loop, body: work, done: done, max: 2 }
  work: { type: cli, command: [work], checks: [{ type: expression, if: "result.round == 2", on_fail: warn }] }
  back: { type: end_loop, loop: again }
  done: { type: end }`;
    const walk = walkRun(nodes, { outcome: () => ok({ round: ++round }) });
    expect(tallies(walk)).toEqual([{ passed: 1, failed: 0, warned: 0 }]);
  });
});

test('the rounds of a loop whose own check fails are not counted: its body still runs as often as it should', () => {
  const nodes = `
  again: { type: loop, body: work, done: done, max: 2, checks: ["flags.open"], on_failure: ask }
  work: { type: cli, command: [work] }
  back: { type: end_loop, loop: again }
  done: { type: end }`;
  const walk = walkRun(nodes, { head: 'state: { flags: { open: false } }' });
  record(walk, [{ type: 'variable_set', data: { changes: [{ op: 'set', path: 'flags.open', value: true }] } }]);
  answer(walk, 'retry');
  expect(walk.state).toMatchObject({ status: 'completed', nodes: { work: { visits: 2 } } });
});

describe('the judge at the end', () => {
  const polite = ', checks: [{ type: judge, question: Is it polite?, name: polite, when: after }]';
  const judging = () => ok({ stdout: 'x' });

  test("is nobody's next: not of the last written node, and not of a branch", () => {
    const nodes = `
  both: { type: parallel, branches: { a: one, b: two } }
  done: { type: end, message: all done }
  one: { type: cli, command: [one], next: join${polite} }
  two: { type: cli, command: [two], conditions: [{ if: "true", then: next }] }`;
    const walk = walkRun(nodes, { outcome: judging });
    expect(walk.state).toMatchObject({ status: 'completed', message: 'all done', nodes: { checks: { visits: 1 } } });
    expect(walk.state.nodes.both?.status).toBe('completed');
  });

  test('begins when the whole run has ended, also when one branch says so', () => {
    const nodes = `
  both: { type: parallel, branches: { a: one, b: stop }, next: done }
  one: { type: gate, next: join }
  stop: { type: cli, command: [stop]${polite} }
  done: { type: end, outcome: indeterminate, message: enough }`;
    const walk = walkRun(nodes, { outcome: judging });
    expect(walk.state).toMatchObject({ status: 'completed', message: 'enough', gates: {} });
    const at = eventsOf(walk, 'node_started').find(({ node }) => node === 'checks');
    expect(at?.data.position).toBeUndefined();
    expect(eventsOf(walk, 'run_completed')[0]?.data.outcome).toBe('indeterminate');
    expect(walk.state.nodes.one?.status).toBe('cancelled');
  });

  test('cut off, failed and skipped, or started again by a person, it keeps how the run was to end', () => {
    const nodes = work('x')
      .replace('checks: [x]', polite.slice(2))
      .replace('{ type: end }', '{ type: end, outcome: indeterminate, message: enough }');
    let tries = 0;
    const walk = walkRun(nodes, {
      outcome: ({ node }) => (node !== 'checks' ? ok({ stdout: 'x' }) : tries++ === 0 ? 'interrupted' : broken()),
    });
    expect(openGate(walk)).toMatchObject({ node: 'checks', purpose: 'failure' });
    answer(walk, 'skip');
    restart(walk, 'checks');
    answer(walk, 'skip');
    expect(eventsOf(walk, 'run_completed').map(({ data }) => data)).toEqual([
      { outcome: 'indeterminate', message: 'enough' },
      { outcome: 'indeterminate', message: 'enough' },
    ]);
  });

  test('judges a run that fails too, which then fails as it would have; one that is cancelled it leaves alone', () => {
    const endingWith = (outcome: string) =>
      walkRun(
        work('x')
          .replace('checks: [x]', polite.slice(2))
          .replace('{ type: end }', `{ type: end, outcome: ${outcome}, message: no }`),
        { outcome: judging },
      );
    for (const outcome of ['failure', 'error']) {
      const walk = endingWith(outcome);
      expect(walk.state).toMatchObject({ status: 'failed', message: 'no', nodes: { checks: { visits: 1 } } });
      expect(eventsOf(walk, 'run_failed')[0]?.data).toEqual({ message: 'no', node: 'done' });
    }
    expect(endingWith('cancelled').state.nodes.checks).toBeUndefined();
  });
});
