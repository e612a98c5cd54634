// Every construct of a tasks file, one row each: what is written there, and what it is here.
import { describe, expect, test } from 'vitest';
import { expectNoCrash } from '../../../testing/workflow/mutated-files.ts';
import { expectSameGraph } from '../../../testing/workflow/same-graph.ts';
import { type GraphNode, nodeOf } from '../../graph.ts';
import { loadWorkflow } from '../../load.ts';
import { describeProblem } from '../../problems/problem.ts';

/** A file of these tasks, each in one line; `more` stands beside `tasks`. */
const fileOf = (tasks: string[], more = '') => `workflow:
  name: Some tasks
  version: "1.0"
  roles:
    developer: { mode: agent, description: Implements code }
    reviewer: { mode: plan, description: Reviews work }
${more}
  tasks:
${tasks.map((task) => `    - { ${task} }`).join('\n')}
`;
const load = (tasks: string[], more?: string) => loadWorkflow(fileOf(tasks, more));
const told = (tasks: string[], more?: string) => load(tasks, more).problems.map((one) => describeProblem(one));
const errors = (tasks: string[]) => {
  const { problems } = load(tasks);
  return problems.filter(({ severity }) => severity === 'error').map((one) => describeProblem(one));
};
function first(
  task: string,
  more?: string,
  others: string[] = ['id: fix, action: fix', 'id: after, action: go'],
): GraphNode {
  const { graph, problems } = load([task, ...others], more);
  if (!graph) throw new Error(problems.map((one) => describeProblem(one)).join('\n'));
  return graph.nodes[0] as GraphNode;
}

test('a file is known by its tasks, below "workflow" or by themselves, and tells its name, version and roles', () => {
  const { format, name, nodes, graph, problems } = load(['id: a, name: First, role: developer, action: implement']);
  expect({ format, name, nodes, problems }).toEqual({ format: 'tasks', name: 'Some tasks', nodes: 1, problems: [] });
  expect(graph).toMatchObject({
    version: '1.0',
    missing: 'null',
    nodes: [{ type: 'task', name: 'First', role: 'developer' }],
  });
  expect(graph?.roles.map(({ id, instructions }) => [id, instructions])).toEqual([
    ['developer', 'You are the developer.\nImplements code'],
    ['reviewer', 'You are the reviewer.\nYou plan and judge; you leave the work itself to others.\nReviews work'],
  ]);
  expect(loadWorkflow('name: Bare\ntasks:\n  - { id: a, action: go }\n')).toMatchObject({
    format: 'tasks',
    problems: [],
  });
});

describe('what a task does', () => {
  test.each([
    [
      'in the workflow’s own words',
      'action: implement, params: { plan: plan.md, n: 3 }',
      'task',
      { action: 'implement', params: { plan: 'plan.md', n: 3 } },
    ],
    ['without an action, by its name', 'name: Look around', 'task', { action: 'Look around' }],
    [
      'a file with its content',
      'action: create_file, params: { path: a/b.txt, content: hi }',
      'action',
      { do: [{ type: 'write_file', path: 'a/b.txt', content: 'hi' }] },
    ],
    [
      'a text to append',
      'action: modify_file, params: { path: b.txt, append: more }',
      'action',
      { do: [{ type: 'append_to_file', path: 'b.txt', content: 'more' }] },
    ],
    [
      'a file outside of the workspace is for a model to refuse',
      'action: create_file, params: { path: /etc/x, content: hi }',
      'task',
      { action: 'create_file' },
    ],
    [
      'nothing but an end',
      'action: complete, name: All done',
      'action',
      { do: [{ type: 'display_message', message: 'All done' }] },
    ],
    [
      'marks that this language has and that one has not are texts',
      'action: "say ${HOME}", params: { x: "${y}" }',
      'task',
      { action: 'say $${HOME}', params: { x: '$${y}' } },
    ],
  ])('%s', (_, task, type, fields) => {
    expect(first(`id: a, ${task}`)).toMatchObject({ type, fields });
  });

  test.each([
    ['a mark alone', 'params: { x: "{{ask_user}}" }', { x: '{{ask_user}}' }],
    ['with its own words', 'params: { x: "{{ask_user: Which one?}}" }', { x: '{{ask_user: Which one?}}' }],
    ['with words in quotes', `params: { x: "{{ask_user 'Which one?'}}" }`, { x: '{{ask_user: Which one?}}' }],
    ['in a call', `params: { x: '{{ ask_user("Which one?") }}' }`, { x: '{{ask_user: Which one?}}' }],
    ['inside of a text', 'params: { x: "Hello {{ask_user}}!" }', { x: 'Hello {{ask_user}}!' }],
    [
      'by adhoc_hitl',
      'params: { x: "{{ask_user}}" }, adhoc_hitl: { trigger: before_action, question: "What?", param_to_fill: x }',
      { x: '{{ask_user: What?}}' },
    ],
    [
      'by adhoc_hitl with answers',
      'params: { x: "{{ask_user}}" }, adhoc_hitl: { question: "Which {a|b}?", options: [A, B], param_to_fill: x }',
      { x: '{{ask_user: Which a/b? | A | B}}' },
    ],
    ['by adhoc_hitl without a parameter', 'adhoc_hitl: { question: "What?" }', { answer: '{{ask_user: What?}}' }],
    [
      'by adhoc_hitl for the one that is left open',
      'params: { y: 1, x: "{{ask_user}}" }, adhoc_hitl: { question: "What?" }',
      { y: 1, x: '{{ask_user: What?}}' },
    ],
  ])('what is missing is asked for: %s', (_, task, params) => {
    expect(first(`id: a, action: go, ${task}`).fields).toMatchObject({ params });
  });
});

describe('hitl', () => {
  test.each([
    ['approval', 'hitl: { type: approval, message: Good? }', [{ kind: 'approval', when: 'after', message: 'Good?' }]],
    [
      'approval before',
      'hitl: { type: approval, message: Go?, timing: before }',
      [{ kind: 'approval', when: 'before' }],
    ],
    ['approval with a way for no', 'hitl: { type: approval, on_no: fix }', [{ on: { no: 'fix' } }]],
    [
      'approval in other words',
      'hitl: { type: approval, on_reject: fix, on_approve: after }',
      [{ on: { no: 'fix', yes: 'after' } }],
    ],
    [
      'question',
      'hitl: { type: question, message: Ok?, options: ["yes", "no"], on_no: fix }',
      [{ kind: 'question', options: [{ id: 'yes' }, { id: 'no' }], on: { no: 'fix' } }],
    ],
    [
      'question with yes and no without quotes',
      'hitl: { type: question, options: [yes, no], on_no: fix, on_yes: next }',
      [{ options: [{ id: 'yes' }, { id: 'no' }], on: { no: 'fix', yes: 'fix' } }],
    ],
    [
      'question with true and false',
      'hitl: { type: question, options: [true, false], on_false: fix }',
      [{ options: [{ id: 'true' }, { id: 'false' }], on: { false: 'fix' } }],
    ],
    [
      'question with words',
      'hitl: { type: question, options: [Ship it, Needs work], on_needs_work: fix }',
      [{ on: { 'Needs work': 'fix' } }],
    ],
    [
      'question without answers',
      'hitl: { type: question, on_fail: fix }',
      [{ options: [{ id: 'pass' }, { id: 'fail' }], on: { fail: 'fix' } }],
    ],
    [
      'question whose answers only the conditions name',
      `hitl: { type: question }, conditions: [{ if: "result == 'ok'", then: fix }, { if: "result == 'bad'", then: after }]`,
      [{ options: [{ id: 'ok' }, { id: 'bad' }] }],
    ],
    ['info', 'hitl: { type: info, message: Done }', [{ kind: 'info', message: 'Done' }]],
    ['info that waits', 'hitl: { type: info, auto_continue: false }', [{ kind: 'info', auto_continue: false }]],
    ['none', 'hitl: { type: none }', []],
    ['nothing at all', 'description: x', []],
    ['in one word', 'hitl: approval', [{ kind: 'approval' }]],
    ['time to answer', 'hitl: { type: approval, timeout: 2d }', [{ expires: { after: '2d' } }]],
  ])('%s', (_, task, gates) => {
    expect(first(`id: a, action: go, ${task}`).gates).toMatchObject(gates);
  });

  test('communications say what a gate does not', () => {
    const more = `  communications:
    approval: { template: "Review {task_name}. Approve to continue?", timeout: null }
    question: { template: "{message}", options: [good, bad] }
    info: { auto_continue: false }`;
    expect(first('id: a, name: Plan, action: go, hitl: { type: approval }', more).gates).toMatchObject([
      { message: 'Review Plan. Approve to continue?' },
    ]);
    expect(first('id: a, name: Plan, action: go, hitl: { type: question }', more).gates).toMatchObject([
      { options: [{ id: 'good' }, { id: 'bad' }] },
    ]);
    expect(first('id: a, action: go, hitl: { type: info }', more).gates).toMatchObject([{ auto_continue: false }]);
  });

  test('an unknown type and a way that no answer takes are told where they stand', () => {
    expect(told(['id: a, action: go, hitl: { type: aproval }'])).toEqual([
      '9:42 task "a" has the unknown hitl type "aproval"; did you mean "approval"?',
    ]);
    expect(told(['id: a, action: go, hitl: { type: question, options: [yes, no], on_maybe: a }'])).toEqual([
      '9:72 "on_maybe" is never taken: "maybe" is none of the answers (yes, no)',
    ]);
  });
});

describe('targets', () => {
  const others = ['id: fix, action: fix', 'id: after, action: go'];
  test.each([
    ['next', 'fix'],
    ['a task', 'after', 'after'],
    ['complete', 'complete'],
    ['end', 'complete'],
    ['escalate', 'escalate'],
    ['retry', 'a'],
  ])('on_complete: %s', (word, target, written = word) => {
    expect(first(`id: a, action: go, on_complete: ${written}`, '', others).next).toBe(target);
  });

  test('a task’s id wins over a word', () => {
    const tasks = [
      'id: a, action: go, on_complete: complete',
      'id: escalate, action: go, on_complete: escalate',
      'id: complete, action: complete, on_complete: end',
    ];
    expect(load(tasks).graph?.nodes.map(({ id, next }) => [id, next])).toEqual([
      ['a', 'complete'],
      ['escalate', 'escalate'],
      ['complete', null],
    ]);
  });

  test('the run can end in the middle of a file that has a task called complete', () => {
    const { graph, problems } = load([
      'id: a, action: go, on_complete: end',
      'id: complete, action: complete, on_complete: a',
    ]);
    expect(graph?.nodes.map(({ id, type, next }) => [id, type, next])).toEqual([
      ['a', 'task', 'end'],
      ['complete', 'action', 'a'],
      ['end', 'end', null],
    ]);
    expect(problems).toMatchObject([{ severity: 'warning', code: 'unreachable' }]);
  });

  test('a target that there is not is told where it stands, with what was meant', () => {
    const message = (where: string) => `${where} node "a" points to unknown node "fxi"; did you mean "fix"?`;
    expect(errors(['id: a, action: go, on_complete: fxi', ...others])).toEqual([message('9:41')]);
    expect(errors(['id: a, action: go, hitl: { type: question, options: [yes, no], on_no: fxi }', ...others])).toEqual([
      message('9:79'),
    ]);
    expect(errors(['id: a, action: go, conditions: [{ if: "true", then: fxi }]', ...others])).toEqual([
      message('9:61'),
    ]);
    expect(errors(['id: a, action: go, on_error: fxi', ...others])).toEqual([message('9:38')]);
  });

  test('names that cannot be used here are changed, and so is whatever leads there', () => {
    const { graph, problems } = load(['id: my task, action: go', 'id: result, action: go, on_complete: my task']);
    expect(graph?.nodes.map(({ id, name, next }) => [id, name, next])).toEqual([
      ['my_task', 'my task', 'result_'],
      ['result_', 'result', 'my_task'],
    ]);
    expect(problems).toMatchObject([{ code: 'no_way_out' }]);
  });

  test('two tasks of one id, a task without one, and no tasks at all are refused where they stand', () => {
    expect(errors(['id: a, action: go', 'id: a, action: go'])).toEqual(['10:13 node "a" is already written in line 9']);
    expect(errors(['action: go', 'id: b, action: go'])).toEqual(['9:7 this task needs "id"']);
    expect(loadWorkflow('workflow:\n  name: x\n  tasks: []\n').problems).toMatchObject([{ line: 3, column: 3 }]);
  });
});

describe('conditions', () => {
  const own = (name: string) => `nodes['a'].result.${name}`;
  test.each([
    ['what was reported', `if: "result == 'pass'", then: next`, `${own('result')} == 'pass'`, 'fix'],
    [
      'another name for it',
      `if: "validation_result == 'fail'", then: fix`,
      `(${own('validation_result')} ?? ${own('result')}) == 'fail'`,
      'fix',
    ],
    ['a field of it', 'if: "scope_deviation == true", then: escalate', `${own('scope_deviation')} == true`, 'escalate'],
    [
      'a field below result',
      `if: "result.status == 'ok'", then: after`,
      `(${own('status')} ?? ${own('result')}) == 'ok'`,
      'after',
    ],
    ['how often it was tried', 'if: "retry_count >= 3", then: escalate', 'retry_count >= 3', 'escalate'],
    [
      'other ways to write it',
      `if: "result === 'a' AND count != None", then: after`,
      `${own('result')} == 'a' and ${own('count')} != null`,
      'after',
    ],
    ['one sign for equal', `if: "result = 'a'", then: after`, `${own('result')} == 'a'`, 'after'],
    ['without quotes', 'if: result == pass, then: after', `${own('result')} == 'pass'`, 'after'],
    ['another task', `if: "fix.result == 'ok'", then: after`, `nodes['fix'].result.result == 'ok'`, 'after'],
    ['always', 'if: default, then: after', 'true', 'after'],
    ['in other keys', 'when: "retry_count > 1", goto: after', 'retry_count > 1', 'after'],
  ])('%s', (_, condition, expression, then) => {
    expect(first(`id: a, action: go, conditions: [{ ${condition} }]`).conditions).toEqual([{ if: expression, then }]);
  });

  test('the answer to a question is the result where it can be one', () => {
    const asked = (options: string, condition: string) =>
      first(
        `id: a, action: go, hitl: { type: question, options: [${options}] }, conditions: [{ if: "${condition}", then: fix }]`,
      ).conditions[0]?.if;
    expect(asked('pass, fail', "result == 'fail'")).toBe("result == 'fail'");
    expect(asked('pass, fail', "response == 'fail'")).toBe("result == 'fail'");
    expect(asked('yes, no', "result == 'fail'")).toBe("(result == 'no' ? 'fail' : null) == 'fail'");
    expect(asked('red, blue', "result == 'fail'")).toBe("nodes['a'].result.result == 'fail'");
  });

  test('a word that stands for an answer is told where it is compared', () => {
    const task = `id: a, action: go, hitl: { type: question, options: [yes, no] }, conditions: [{ if: "result == 'pass'", then: complete }]`;
    expect(told([task])).toEqual(['9:94 "pass" is none of the answers (yes, no); "yes" stands for it']);
  });

  test('whoever does the task is told what to report', () => {
    const task = `id: a, action: go, conditions: [{ if: "verdict == 'good'", then: fix }, { if: "verdict == 'bad' && deep == true", then: after }]`;
    expect(first(task).fields).toMatchObject({ returns: { verdict: 'good or bad', deep: 'true' } });
  });

  test('words that are no expression are for whoever does the task to judge, with a warning', () => {
    const task = 'id: a, action: go, conditions: [{ if: "all the tests pass", then: fix }, { else: after }]';
    const node = first(task);
    expect(node.conditions).toEqual(
      [
        { if: "nodes['a'].result.condition_1 == true", then: 'fix' },
        { if: 'false', then: 'fix' },
        { if: 'true', then: 'after' },
      ].filter(({ if: test }) => test !== 'false'),
    );
    expect(node.fields).toMatchObject({ returns: { condition_1: 'true or false: all the tests pass' } });
    expect(told([task, 'id: fix, action: fix', 'id: after, action: go'])[0]).toContain(
      '"all the tests pass" is no expression',
    );
  });
});

describe('errors', () => {
  test.each([
    ['are tried three times and escalated', '', { retry: { attempts: 3 }, on_failure: 'escalate' }],
    [
      'by the task’s own number',
      'retry: { max_attempts: 5, current_attempt: 0 }',
      { retry: { attempts: 5 }, on_failure: 'escalate' },
    ],
    [
      'and then go where it says',
      'retry: { max_attempts: 2, on_max_retries: fix }',
      { retry: { attempts: 2 }, on_failure: 'fix' },
    ],
    ['or have a way of their own', 'on_error: fix', { retry: { attempts: 1 }, on_failure: 'fix' }],
    ['or are escalated at once', 'on_error: escalate', { retry: { attempts: 1 }, on_failure: 'escalate' }],
    ['or passed by', 'on_error: skip', { on_failure: 'skip' }],
    ['or end the run', 'on_error: abort', { on_failure: 'fail' }],
  ])('%s', (_, task, node) => {
    expect(first(`id: a, action: go${task && `, ${task}`}`)).toMatchObject(node);
  });

  test('settings and error_handling speak for all tasks', () => {
    expect(first('id: a, action: go', '  settings: { max_retries: 4, default_role: reviewer }')).toMatchObject({
      retry: { attempts: 4 },
      role: 'reviewer',
    });
    const more =
      '  error_handling: { on_error: retry, max_retries: 2, on_max_retries: fix, escalation_message: Help us. }';
    expect(first('id: a, action: go', more)).toMatchObject({ retry: { attempts: 2 }, on_failure: 'fix' });
    expect(load(['id: fix, action: go'], more).graph?.description).toBe('When a task is given up: Help us.');
  });
});

test('roles may be a list, and one that is named nowhere else gets a few words and a warning', () => {
  const text =
    'workflow:\n  name: x\n  roles: [{ id: dev, description: Builds }, tester]\n  tasks:\n    - { id: a, role: dev, action: go }\n    - { id: b, role: boss, action: go }\n';
  const { graph, problems } = loadWorkflow(text);
  expect(graph?.roles.map(({ id, instructions }) => [id, instructions])).toEqual([
    ['dev', 'You are the dev.\nBuilds'],
    ['tester', 'You are the tester.'],
    ['boss', 'You are the boss.'],
  ]);
  expect(problems.map((one) => describeProblem(one))).toEqual([
    '6:22 the role "boss" is not among "roles"; it has no words of its own',
  ]);
});

test('what the format does not have is told and left out; a version may be written as it likes, but not as a group', () => {
  expect(told(['id: a, action: go, colour: red'], '  owner: me')).toEqual([
    '7:3 "owner" means nothing in the head of a tasks file and is left out',
    '9:28 "colour" means nothing in a task of a tasks file and is left out',
  ]);
  const version = (written: string) => loadWorkflow(fileOf(['id: a, action: go']).replace('"1.0"', written));
  expect(version('1.10').graph?.version).toBe('1.10');
  expect(version('{ major: 1 }').problems).toMatchObject([{ severity: 'error', line: 3, path: 'version' }]);
});

test('near misses are named: a workflow without tasks, and a file with roles and nothing to do', () => {
  const why = (text: string) => loadWorkflow(text).problems[0]?.message.replace(/.*; /, '');
  expect(why('workflow:\n  name: x\n  steps: []\n')).toBe('it is nearest to tasks, but "workflow" has no "tasks"');
  expect(why('roles: { a: {} }\nerror_handling: {}\n')).toBe('it is nearest to tasks, but it has no "tasks"');
});

const whole = fileOf(
  [
    'id: plan, name: Create Plan, role: developer, action: create_plan, params: { output: plan.md, style: "{{ask_user: Which? | a | b}}" }, hitl: { type: approval, message: "Approve ${it}?", timing: before, on_no: plan }',
    'id: write, role: developer, action: create_file, params: { path: a.txt, content: "x\\ny" }, on_error: skip',
    'id: build, role: developer, action: implement, retry: { max_attempts: 2, on_max_retries: escalate }, hitl: { type: question, options: [yes, no], on_no: build }',
    `id: check, role: reviewer, action: review, conditions: [{ if: "validation_result == 'pass'", then: complete }, { if: "retry_count >= 3", then: escalate }, { if: it looks odd, then: build }], on_error: build`,
    'id: complete, role: developer, action: complete, hitl: { type: info, message: Done, auto_continue: false }, on_complete: end',
  ],
  '  settings: { max_retries: 3 }\n  communications: { approval: { template: "{message}" } }',
);

test('a file converted to the native language gives the same graph', () => {
  const native = expectSameGraph(whole);
  expect(native).toContain(
    "(nodes['check'].result.validation_result ?? (nodes['check'].result.result ?? null)) == 'pass'",
  );
  expect(nodeOf(loadWorkflow(native).graph as never, 'build').conditions[0]?.if).toContain('retry_count + 1 >= 2');
});

test('five hundred files with mistakes in them end in a graph or in errors, each with its place', () => {
  expectNoCrash([whole]);
});
