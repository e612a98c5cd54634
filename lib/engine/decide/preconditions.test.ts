import { describe, expect, it } from 'vitest';
import { eventsOf, finishedNodes, openGate, problemsOf, walkRun } from '../../testing/engine/walk.ts';

const head = `
state:
  source_type: git
  source_url: null
  flags: { config_found: true, manifest_detected: false }
  computed:
    sources: [{ id: polars }, { id: other }]
    none: []
    text: abc
    number: 3
    group: { a: 1 }
    fetched: { status: 204, content: "" }
    lost: { status: 404, content: not found }
    edge: { status: 300 }
`;

/** Whether an `if` with this condition takes its first way. */
function holds(condition: string): boolean {
  const nodes = `  ask: { type: if, condition: ${condition}, then: yes, else: no }\n  yes: { type: end }\n  no: { type: end }`;
  const walk = walkRun(nodes, { head });
  const [branch] = eventsOf(walk, 'branch_evaluated');
  expect(finishedNodes(walk)).toEqual(['ask', branch?.data.result ? 'yes' : 'no']);
  return branch?.data.result === true;
}

describe('a condition is an expression or a typed check', () => {
  it.each([
    ['"source_type == \'git\'"', true],
    ['{ type: evaluate_expression, expression: "computed.number > 3" }', false],
    ['{ type: flag_set, flag: config_found }', true],
    ['{ type: flag_set, flag: manifest_detected }', false],
    ['{ type: flag_not_set, flag: manifest_detected }', true],
    ['{ type: flag_not_set, flag: config_found }', false],
    ['{ type: state_equals, field: source_type, value: git }', true],
    ['{ type: state_equals, field: source_type, value: Git }', false],
    ['{ type: state_equals, field: computed.number, value: "3" }', false],
    ['{ type: state_equals, field: computed.group, value: { a: 1 } }', true],
    ['{ type: state_equals, field: source_type, value: "${source_type}" }', true],
    ['{ type: state_equals, field: "computed.sources[-1].id", value: other }', true],
    ['{ type: state_equals, field: computed.never.made, value: null }', true],
    ['{ type: state_not_null, field: source_type }', true],
    ['{ type: state_not_null, field: source_url }', false],
    ['{ type: state_is_null, field: source_url }', true],
    ['{ type: state_is_null, field: "computed.sources[7].id" }', true],
    ['{ type: state_is_null, field: computed.text.deep }', true],
    ['{ type: count_equals, field: computed.sources, count: 2 }', true],
    ['{ type: count_equals, field: computed.never, count: 0 }', true],
    ['{ type: count_equals, field: computed.text, count: 3 }', true],
    ['{ type: count_equals, field: computed.group, count: 1 }', true],
    ['{ type: count_above, field: computed.sources, min: 1 }', true],
    ['{ type: count_above, field: computed.sources, min: 2 }', false],
    ['{ type: count_below, field: computed.sources, max: 3 }', true],
    ['{ type: count_below, field: computed.sources, max: 2 }', false],
    ['{ type: fetch_succeeded, from: computed.fetched }', true],
    ['{ type: fetch_succeeded, from: computed.lost }', false],
    ['{ type: fetch_succeeded, from: computed.edge }', false],
    ['{ type: fetch_succeeded, from: computed.never }', false],
    ['{ type: fetch_returned_content, from: computed.fetched }', false],
    ['{ type: fetch_returned_content, from: computed.lost }', true],
    ['{ type: fetch_returned_content, from: computed.edge }', false],
    ['{ type: fetch_check, from: computed.fetched, aspect: succeeded }', true],
    ['{ type: fetch_check, from: computed.fetched, aspect: has_content }', false],
    ['{ type: state_check, field: source_type, operator: equals, value: git }', true],
    ['{ type: state_check, field: source_type, operator: not_equals, value: git }', false],
    ['{ type: state_check, field: source_url, operator: null }', true],
    ['{ type: state_check, field: source_url, operator: not_null }', false],
    ['{ type: state_check, field: flags.config_found, operator: true }', true],
    ['{ type: state_check, field: computed.number, operator: "true" }', false],
    ['{ type: state_check, field: flags.config_found, operator: false }', false],
    ['{ type: state_check, field: computed.number, operator: false }', true],
    ['{ type: state_check, field: source_type, operator: in, value: [web, git] }', true],
    ['{ type: state_check, field: source_type, operator: in, value: [] }', false],
  ])('%s is %s', (condition, expected) => {
    expect(holds(condition)).toBe(expected);
  });
});

describe('conditions are combined', () => {
  const yes = '"true"';
  const no = '{ type: flag_set, flag: manifest_detected }';
  it.each([
    ['all_of', [], true],
    ['all_of', [yes, yes], true],
    ['all_of', [yes, no], false],
    ['any_of', [], false],
    ['any_of', [no, yes], true],
    ['any_of', [no, no], false],
    ['none_of', [], true],
    ['none_of', [no, no], true],
    ['none_of', [no, yes], false],
    ['xor_of', [], false],
    ['xor_of', [no, yes, no], true],
    ['xor_of', [yes, yes], false],
    ['xor_of', [yes, yes, yes], false],
  ])('%s %j is %s', (type, conditions, expected) => {
    expect(holds(`{ type: ${type}, conditions: [${conditions.join(', ')}] }`)).toBe(expected);
  });

  it('as deep as one likes', () => {
    const inner = `{ type: none_of, conditions: [${no}] }`;
    expect(holds(`{ type: all_of, conditions: [${inner}, { type: xor_of, conditions: [${yes}, ${no}] }] }`)).toBe(true);
  });

  it('xor_of asks every condition, the others stop when they know', () => {
    const broken = '"computed.never"';
    expect(holds(`{ type: any_of, conditions: [${yes}, ${broken}] }`)).toBe(true);
    expect(holds(`{ type: all_of, conditions: [${no}, ${broken}] }`)).toBe(false);
    const walk = walkRun(
      `  ask: { type: if, condition: { type: xor_of, conditions: [${yes}, ${yes}, ${broken}] }, then: ask }`,
      { head },
    );
    expect(openGate(walk).show[0]?.text).toContain('"computed.never" is not set');
  });
});

it('the trace says in words what was asked', () => {
  const condition = '{ type: all_of, conditions: ["1 < 2", { type: state_equals, field: source_type, value: git }] }';
  const walk = walkRun(`  ask: { type: if, condition: ${condition}, then: complete }`, { head });
  expect(eventsOf(walk, 'branch_evaluated')[0]?.data.condition).toBe('all_of(1 < 2, state_equals source_type git)');
  expect(walk.state.history.tail[0]?.outcome).toEqual({ branch: true });
});

describe('a slip in a condition is told when the file is loaded', () => {
  const told = (condition: string) =>
    problemsOf(`  ask: { type: if, condition: ${condition}, then: complete, else: complete }\n`, head);

  it.each([
    [
      '{ type: flag_set, flag: config_fond }',
      'node "ask": "condition.flag" refers to "flags.config_fond", which nothing in this file sets; did you mean "config_found"?',
    ],
    [
      '{ type: any_of, conditions: [{ type: state_is_null, field: sorce_type }] }',
      'node "ask": "condition.conditions[0].field" refers to unknown name "sorce_type"; did you mean "source_type"?',
    ],
    ['{ type: state_equals, field: source_type }', 'node "ask": "condition" needs "value"'],
    ['{ type: state_check, field: source_type, operator: in }', 'node "ask": "condition" needs "value"'],
    [
      '{ type: all_of, conditions: [{ type: flag_set, flg: x, flag: config_found }] }',
      'node "ask": "condition.conditions[0]" has an unknown key "flg"; did you mean "flag"?',
    ],
  ])('%s', (condition, problem) => {
    expect(told(condition)).toEqual([problem]);
  });

  it('a check that is not known is named, with those that are', () => {
    const [problem, ...others] = told('{ type: file_exsts, path: x }');
    expect(problem).toMatch(
      /^node "ask": "condition.type" must be one of the \d+ that there are, not "file_exsts"; did you mean "file_exists"/,
    );
    expect(others).toEqual([]);
  });
});

describe('validate asks every condition and collects what the failing ones say', () => {
  const nodes = (more = '') => `
  check:
    type: validate
    conditions:
      - { if: "computed.number > 1", message: never said }
      - { type: state_not_null, field: source_url, message: "No URL for \${source_type}" }
      - { type: any_of, conditions: ["computed.number == 4", { type: flag_set, flag: manifest_detected }], message: Neither }
    valid: good
    invalid: bad
${more}
  good: { type: end }
  bad: { type: end, outcome: failure, message: "\${computed.validation_errors.join('; ')}" }`;

  it('invalid: the messages are in computed.validation_errors, and history has the branch', () => {
    const walk = walkRun(nodes(), { head });
    expect(walk.state.computed.validation_errors).toEqual(['No URL for git', 'Neither']);
    expect(walk.state.message).toBe('No URL for git; Neither');
    expect(walk.state.history.tail[0]).toMatchObject({ node: 'check', outcome: { branch: false } });
    expect(walk.state.outputs.check).toEqual({ valid: false, errors: ['No URL for git', 'Neither'] });
  });

  it('valid: the list is empty, also after an earlier failure', () => {
    const walk = walkRun(nodes(), {
      head: head.replace('source_url: null', 'source_url: x').replace('number: 3', 'number: 4'),
    });
    expect(walk.state.computed.validation_errors).toEqual([]);
    expect(finishedNodes(walk)).toEqual(['check', 'good']);
    expect(walk.state.history.tail[0]?.outcome).toEqual({ branch: true });
  });

  it('disabled, it is passed by next', () => {
    const walk = walkRun(nodes('    enabled: false\n    next: good'), { head });
    expect(finishedNodes(walk)).toEqual(['check', 'good']);
  });
});

describe('of several conditions, one that cannot be answered matters only where the others do not decide', () => {
  const unknown = '"len(computed.number) > 1"';
  it.each([
    [`{ type: any_of, conditions: [${unknown}, "true"] }`, true],
    [`{ type: all_of, conditions: [${unknown}, "false"] }`, false],
    [`{ type: none_of, conditions: [${unknown}, "true"] }`, false],
  ])('%s is %s', (condition, expected) => {
    expect(holds(condition)).toBe(expected);
  });

  it.each(['any_of', 'none_of', 'xor_of'].map((type) => [type, '"false"']).concat([['all_of', '"true"']]))(
    '%s of it and %s is a failure of the node',
    (type, other) => {
      const nodes = `  ask: { type: if, condition: { type: ${type}, conditions: [${unknown}, ${other}] }, then: ask, else: ask, on_failure: unknown }\n  unknown: { type: end }`;
      expect(finishedNodes(walkRun(nodes, { head }))).toEqual(['ask', 'unknown']);
    },
  );
});
