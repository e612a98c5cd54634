// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are workflow templates
import { describe, expect, test } from 'vitest';
import { answer, eventsOf, ok, openGate, walkRun } from './test-walk.ts';

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
          ? { ok: true, result: null, deeds: { verdicts: [{ node: 'work', result: { ...result, reason: 'rude' } }] } }
          : ok({ stdout: 'x' }),
    });
    expect(walk.state).toMatchObject({ status: 'completed', message: 'all done' });
    expect(walk.state.checks.work).toMatchObject([{ verdict: 'fail', reason: 'rude' }]);
    expect(eventsOf(walk, 'checks_completed')[0]?.data).toEqual({ passed: 0, failed: 1, warned: 0 });
  });
});
