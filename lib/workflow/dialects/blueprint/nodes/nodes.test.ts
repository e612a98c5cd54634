// Every kind of node, in every shape that files have for it.
import { describe, expect, test } from 'vitest';
import { loadBlueprint, nodesOf, toldOf } from '../../../../testing/workflow/blueprint-file.ts';
import { describeProblem } from '../../../problems/problem.ts';

const head = `initial_state:
  phase: start
  list: [{ id: a, name: A }]
  flags: { ready: false }`;

const made = (nodes: string, more = head) => nodesOf(loadBlueprint(nodes, more));
const told = (nodes: string, more = head) => toldOf(loadBlueprint(nodes, more));

describe('a conditional', () => {
  test.each([
    ['the keys true and false, which YAML reads as booleans', 'branches: { true: done, false: failed }'],
    ['the same as texts', 'branches: { "true": done, "false": failed }'],
    ['on_true and on_false among its branches', 'branches: { on_true: done, on_false: failed }'],
    ['on_true and on_false beside them', 'on_true: done\n    on_false: failed'],
  ])('takes its ways by %s', (_, ways) => {
    const [node] = made(
      `  first:\n    type: conditional\n    condition: { type: flag_set, flag: ready }\n    ${ways}\n`,
    );
    expect(node).toMatchObject({ type: 'if', fields: { then: 'done', else: 'failed' }, on_failure: null });
  });

  test('goes by on_unknown when its condition cannot be answered, else by default_error, else people are asked', () => {
    const node = (more: string, top = head) =>
      made(
        `  first: { type: conditional, condition: "len(phase) > 1", on_true: done, on_false: failed${more} }\n`,
        top,
      )[0]?.on_failure;
    expect(node(', on_unknown: failed')).toBe('failed');
    expect(node('', `${head}\ndefault_error: failed`)).toBe('failed');
    expect(node('')).toBeNull();
  });

  test('with other branches takes them by what its condition gives', () => {
    const [node] = made(
      `  first:\n    type: conditional\n    condition: { type: evaluate_expression, expression: len(list) }\n    branches: { 0: failed, 1: done, default: failed }\n`,
    );
    expect(node).toMatchObject({
      type: 'switch',
      fields: {
        cases: [
          { name: '0', if: 'text(len(list)) == "0"', then: 'failed' },
          { name: '1', if: 'text(len(list)) == "1"', then: 'done' },
        ],
        default: 'failed',
      },
    });
  });

  test('keeps what each of its parts said when it is audited', () => {
    const audit = 'audit: { enabled: true, output: checks, messages: { flag_set: Not ready } }';
    const [node] = made(
      `  first:\n    type: conditional\n    condition: { all: [{ type: flag_set, flag: ready }] }\n    ${audit}\n    on_true: done\n    on_false: failed\n`,
    );
    expect(node?.fields.audit).toEqual({ store_as: 'computed.checks', messages: { flag_set: 'Not ready' } });
  });

  test('without a way for one of its answers is refused', () => {
    expect(told('  first: { type: conditional, condition: phase, on_true: done }\n')).toContain(
      'node "first": it needs a way for false',
    );
  });
});

describe('a user prompt', () => {
  const prompt = (fields: string, responses: string) =>
    made(`  first:\n    type: user_prompt\n    prompt: ${fields}\n    on_response: ${responses}\n`);

  test('asks its question; an answer with consequences leads through an action', () => {
    const nodes = prompt(
      '{ question: "Which for ${phase}?", header: Kind, options: [{ id: git, label: Git, description: Clones }, { id: no, label: None }] }',
      '{ git: { consequence: [{ type: set_state, field: phase, value: git }], next_node: done }, no: failed }',
    );
    expect(nodes).toMatchObject([
      {
        id: 'first',
        type: 'gate',
        description: 'Kind',
        fields: {
          kind: 'question',
          message: 'Which for ${phase}?',
          options: [
            { id: 'git', label: 'Git', description: 'Clones' },
            { id: 'no', label: 'None' },
          ],
          on: { git: 'first__git', no: 'failed' },
        },
      },
      { id: 'first__git', next: 'done', fields: { do: [{ type: 'set_state', field: 'phase', value: 'git' }] } },
    ]);
  });

  test('takes an answer in one’s own words as "other", also when that is all there is', () => {
    const [node, other] = prompt(
      '{ question: Which?, header: K, options: [{ id: a, label: A }] }',
      '{ a: { next_node: done }, other: { consequences: [{ type: set_state, field: phase, value: "${user_responses.first.raw.text}" }], next_node: done } }',
    );
    expect(node?.fields.on).toEqual({ a: 'done', other: 'first__other' });
    expect(other?.fields.do).toMatchObject([{ value: '${user_responses.first.raw.text}' }]);
    const [text] = prompt(
      '{ question: Where?, mode: text_input, placeholder: a/b }',
      '{ provided: { consequence: [{ type: set_state, field: phase, value: "${response.text}" }], next_node: done } }',
    );
    expect(text?.fields).toMatchObject({
      options: [{ id: 'other', label: 'Answer', description: 'a/b' }],
      on: { other: 'first__provided' },
    });
  });

  test('an option of the file that is called "other" asks for no words', () => {
    const [node] = prompt('{ question: W?, options: [{ id: other, label: Else }] }', '{ other: done }');
    expect(node?.fields.form).toEqual({ text: { type: 'text', label: 'Your answer' } });
  });

  test.each([
    ['nothing', '', '(one?.id ?? one?.value ?? one?.name ?? one?.label ?? one)', ''],
    ['a mapping', ', option_mapping: { id: rule.id, label: rule.name, description: rule.text }', 'one?.rule?.id', ''],
    ['a mapping under options', ', options: { id: rule.id, label: rule.name, description: d }', 'one?.rule?.id', ''],
    ['texts over an item', ', option_id: "${item.path}", option_label: "${item.name}"', '("" + (one?.path))', ''],
  ])('takes its options from the state by %s, and finds the chosen item again', (_, more, id) => {
    const [node, chosen] = prompt(
      `{ question: Which?, options_from_state: list${more} }`,
      '{ selected: { consequence: [{ type: set_state, field: phase, value: "${user_responses.first.selected.name}" }], next_node: done }, other: failed }',
    );
    expect(node?.fields.options).toMatch(`\${(list)?.map(one => ({ id: text(${id})`);
    expect(node?.fields.on).toEqual({ selected: 'first__selected', other: 'failed' });
    expect(chosen?.fields.do).toMatchObject([
      { value: `\${((list)?.find(one => text(${id}) == user_responses?.first?.id)).name}` },
    ]);
  });

  test('with several answers at once is a form', () => {
    const [node, chosen] = prompt(
      '{ question: Which?, multiSelect: true, options_from_state: list }',
      '{ selected: { consequence: [{ type: set_state, field: phase, value: "${response.values}" }], next_node: done } }',
    );
    expect(node?.fields).toMatchObject({
      kind: 'form',
      form: { selected: { type: 'list' } },
      on: { submit: 'first__selected' },
    });
    expect(chosen?.fields.do).toMatchObject([{ value: expect.stringContaining('?.filter(one =>') }]);
  });

  test('an option without an answer is refused; an answer without an option is told', () => {
    const text =
      '  first:\n    type: user_prompt\n    prompt: { question: W?, options: [{ id: a, label: A }, { id: b, label: B }] }\n    on_response: { a: done, c: done }\n';
    expect(told(text)).toEqual([
      'node "first": the option "b" has no answer in "on_response"',
      'node "first": "c" is none of the options; nobody can give this answer',
      'node "failed" can never be reached',
    ]);
  });

  test('a list that comes from its own answer is refused, not followed', () => {
    const text =
      '  first:\n    type: user_prompt\n    prompt: { question: W?, options_from_state: user_responses.first.selected }\n    on_response: { selected: done }\n';
    expect(loadBlueprint(text, head).graph?.nodes[0]?.fields.options).toMatch('user_responses?.first?.id');
  });
});

describe('a validation gate', () => {
  test('asks all of its conditions', () => {
    const [node] = made(
      '  first:\n    type: validation_gate\n    validations: [{ type: flag_set, flag: ready, error_message: "Not ${phase}" }, { type: evaluate_expression, expression: phase }]\n    on_valid: done\n    on_invalid: failed\n',
    );
    expect(node).toMatchObject({
      type: 'validate',
      fields: {
        conditions: [
          { type: 'flag_set', flag: 'ready', message: 'Not ${phase}' },
          { type: 'evaluate_expression', expression: 'phase', message: expect.stringContaining('does not hold') },
        ],
        valid: 'done',
        invalid: 'failed',
      },
    });
  });

  test('asks a person for what nobody can look up, and then the rest', () => {
    const nodes = made(
      '  first:\n    type: validation_gate\n    validations: [{ type: flag_set, flag: ready }, { type: network_available, error_message: Offline }]\n    on_valid: done\n    on_invalid: failed\n',
    );
    expect(nodes.map(({ id, type }) => [id, type])).toEqual([
      ['first', 'gate'],
      ['first__2', 'validate'],
      ['first__no', 'action'],
    ]);
    expect(nodes[2]).toMatchObject({
      next: 'failed',
      fields: { do: [{ field: 'computed.validation_errors', value: ['Offline'] }] },
    });
  });
});

describe('a reference', () => {
  test('to a document lets a model follow it', () => {
    const [node] = made(
      '  first: { type: reference, doc: a.md, section: S, context: { p: "${phase}" }, next_node: done }\n',
    );
    expect(node).toMatchObject({
      type: 'action',
      next: 'done',
      fields: { do: [{ type: 'invoke_pattern', path: 'a.md', section: 'S', context: { p: '${phase}' } }] },
    });
  });

  test.each([
    ['./subflows/load.yaml', 'load'],
    ['hiivmind/lib@v3.0.0:load', 'load'],
    ['./:load', 'load'],
  ])('to the workflow %s calls it', (written, workflow) => {
    const [node] = made(
      `  first:\n    type: reference\n    workflow: ${written}\n    mode: spawn\n    input: { a: "\${phase}" }\n    output_mapping: { state.phase: output.x }\n    transitions: { on_success: done, on_failure: failed }\n`,
    );
    expect(node).toMatchObject({
      type: 'call',
      next: 'done',
      on_failure: 'failed',
      fields: {
        workflow,
        mode: 'spawn',
        inputs: { a: '${phase}' },
        outputs: { phase: expect.stringContaining('output.x') },
      },
    });
  });
});

describe('an ending', () => {
  const ends = (text: string) =>
    made(
      `  first: { type: action, consequences: [{ type: display, content: x }], on_success: bye, on_failure: done }\n${text}`,
      '',
    );

  test.each(['success', 'failure', 'error', 'cancelled', 'indeterminate'])('has the outcome %s', (outcome) => {
    expect(ends(`  bye: { type: ending, outcome: ${outcome}, message: "Bye \${computed.x}" }\n`)[1]).toMatchObject({
      type: 'end',
      fields: { outcome, message: 'Bye ${computed?.x}' },
    });
  });

  test('says all that the file says of it', () => {
    const [, node] = ends(
      '  bye: { type: ending, outcome: error, message: M, summary: { a: 1 }, details: D, category: C, recovery: { suggestion: S, related_skill: K, retry_node: first } }\n',
    );
    expect(node?.fields).toEqual({
      outcome: 'error',
      message: 'M',
      summary: { a: 1, details: 'D', category: 'C' },
      recovery: 'S; see K; begin again at first',
    });
  });

  test('does what is to be done on the way out, as well as it goes', () => {
    const nodes = ends(
      '  bye: { type: ending, outcome: success, consequences: [{ type: display, content: x }], behavior: { type: delegate, skill: build, args: "${computed.x}" } }\n',
    );
    expect(nodes.slice(1)).toMatchObject([
      {
        id: 'bye',
        next: 'bye__end',
        on_failure: 'bye__end',
        fields: { do: [{ type: 'display' }, { type: 'invoke_skill', skill: 'build' }] },
      },
      { id: 'bye__end', type: 'end' },
    ]);
  });

  test('begins again as often as it says', () => {
    const nodes = ends(
      '  bye: { type: ending, outcome: failure, behavior: { type: restart, target_node: first, max_restarts: 2 } }\n',
    );
    expect(nodes.slice(1).map(({ id, type, next }) => [id, type, next])).toEqual([
      ['bye', 'if', null],
      ['bye__again', 'action', 'first'],
      ['bye__end', 'end', null],
    ]);
    expect(nodes[1]?.fields.condition).toBe('(computed?.restarts?.bye ?? 0) < 2');
  });

  test.each([
    [
      '{ type: ending, message: x }',
      '"outcome" must be one of success, failure, error, cancelled, indeterminate, which is missing',
    ],
    ['{ type: ending, outcome: maybe }', 'not "maybe"'],
    ['{ type: ending, outcome: success, on_success: first }', 'an ending leads nowhere; it cannot have "on_success"'],
  ])('%s is refused', (written, message) => {
    const text = `  first: { type: action, actions: [{ type: display, content: x }], on_success: bye, on_failure: bye }\n  bye: ${written}\n`;
    expect(told(text).join('\n')).toMatch(message);
  });
});

describe('an action', () => {
  test('whose only words are prose is carried out by a model, and what it sets is kept', () => {
    const [node] = made(
      '  first:\n    type: action\n    effect: |\n      Look at phase.\n      SET state.phase = what you found\n    on_success: done\n    on_failure: failed\n',
    );
    expect(node).toMatchObject({
      type: 'task',
      next: 'done',
      on_failure: 'failed',
      save: { phase: expect.stringContaining('result?.phase') },
    });
    expect(node?.fields.action).toMatch('SET state.phase = what you found');
  });

  test('may lead where the run says', () => {
    const [node] = made(
      '  first: { type: action, actions: [{ type: dynamic_route, action: "${phase}" }], on_success: "${computed.dynamic_target}", on_failure: failed }\n',
    );
    expect(node?.next).toBe('${computed.dynamic_target}');
  });

  test('fails as default_error says when it says nothing itself', () => {
    const text = '  first: { type: action, consequences: [{ type: display, content: x }], on_success: done }\n';
    expect(made(text, `${head}\ndefault_error: failed`)[0]?.on_failure).toBe('failed');
  });
});

describe('what is wrong with a node is told at its place', () => {
  test.each([
    [
      'first: { type: action, actions: [], on_success: dne, on_failure: done }',
      '9:51 node "first" points to unknown node "dne"; did you mean "done"?',
    ],
    ['first: { type: acton, on_success: done }', 'node "first": it has unknown type "acton"'],
    ['first: { on_success: done }', 'node "first": it needs "type"'],
    ['first: { type: action, actions: [] }', 'node "first": it needs "on_success"'],
    ['first: { type: conditional, on_true: done, on_false: done }', 'node "first": it needs "condition"'],
    ['first: { type: user_prompt, on_response: { a: done } }', 'node "first": it needs "prompt"'],
    ['first: { type: user_prompt, prompt: { question: q } }', 'node "first": it needs "on_response"'],
    ['first: { type: action, actions: [x], on_success: done }', 'a consequence must be a group of keys'],
    ['first: []', 'node "first": it must be a group of keys'],
    [
      'first: { type: action, actions: [], on_success: done, colour: red }',
      '"colour" means nothing here and is left out',
    ],
  ])('%s', (written, message) => {
    const { problems } = loadBlueprint(`  ${written}\n`, head);
    expect(problems.map((problem) => describeProblem(problem)).join('\n')).toContain(message);
  });
});
