// A condition decides the same here as in its own system, whatever was found before it: a value of any type, or nothing.
import { describe, expect, test } from 'vitest';
import { finishedNodes, ok, walkGraph } from '../../../testing/engine/walk.ts';
import {
  condition,
  edge,
  graphIn,
  graphText,
  literal,
  nodeIn,
  placeOf,
  saved,
  toldOf,
  variable,
} from '../../../testing/workflow/graph-fixture.ts';

// look ─► choose ─► yes | no
const fileOf = (asked: unknown, name = 'Look') =>
  graphText(
    [
      saved('n1', 'McpToolCall', { tool_name: 'look', arguments: {} }, { name }),
      saved('n2', 'If', { condition: asked }, { name: 'Choose' }),
      saved('n3', 'PressKey', { key: 'y' }, { name: 'yes' }),
      saved('n4', 'PressKey', { key: 'n' }, { name: 'no' }),
    ],
    [edge('n1', 'n2'), edge('n2', 'n3', 'IfTrue'), edge('n2', 'n4', 'IfFalse')],
  );

function holds(asked: unknown, value: unknown): boolean {
  const walk = walkGraph(graphIn(fileOf(asked)), {
    outcome: ({ node }) => ok(node === 'look' ? { value, other: '5' } : null),
    answer: () => ({ option: 'allow' }),
  });
  expect(walk.state.status).toBe('completed');
  return finishedNodes(walk).includes('yes');
}

const value = variable('look.value');
const missing = Symbol('missing');
const asked = (operator: string, right: string | number | boolean) => condition(value, operator, literal(right));

type Row = [operator: string, left: unknown, right: string | number | boolean, holds: boolean];

describe('what is found is compared by what it says', () => {
  test.each<Row>([
    ['Equals', 'a', 'a', true],
    ['Equals', 'a', 'A', false],
    ['Equals', 5, 5, true],
    ['Equals', 0.1 + 0.2, 0.3, true],
    ['Equals', '5', 5, true],
    ['Equals', '5.0', 5, true],
    ['Equals', 5, '5', true],
    ['Equals', 'five', 5, false],
    ['Equals', true, true, true],
    ['Equals', 'true', true, true],
    ['Equals', 'True', true, false],
    ['Equals', false, 'false', true],
    ['Equals', 1, true, false],
    ['Equals', null, '', false],
    ['Equals', missing, '', false],
    ['Equals', missing, false, false],
    ['Equals', [], '', false],
    ['Equals', ['a'], 'a', false],
    ['NotEquals', 'a', 'b', true],
    ['NotEquals', '5', 5, false],
    ['NotEquals', missing, '', true],
    ['NotEquals', {}, '', true],
    ['GreaterThan', 6, 5, true],
    ['GreaterThan', '6', 5, true],
    ['GreaterThan', 6, '5', true],
    ['GreaterThan', 5, 5, false],
    ['GreaterThan', 'many', 5, false],
    ['GreaterThan', missing, 5, false],
    ['GreaterThan', true, 0, false],
    ['GreaterThan', 6, 'many', false],
    ['LessThan', 4, 5, true],
    ['LessThan', null, 5, false],
    ['GreaterThanOrEqual', 5, 5, true],
    ['GreaterThanOrEqual', '4.9', 5, false],
    ['LessThanOrEqual', 5, 5, true],
    ['LessThanOrEqual', [1], 5, false],
    ['Contains', 'Login successful', 'successful', true],
    ['Contains', 'Login', 'log', false],
    ['Contains', ['red', 'green'], 'green', true],
    ['Contains', { color: 'red' }, 'color', true],
    ['Contains', 1024, 2, true],
    ['Contains', true, 'ru', true],
    ['Contains', 'it is 5', 5, true],
    ['Contains', missing, 'x', false],
    ['Contains', missing, 'null', true],
    ['Contains', '', '', true],
    ['NotContains', 'Login failed', 'successful', true],
    ['NotContains', missing, 'successful', true],
    ['IsEmpty', '', true, true],
    ['IsEmpty', missing, true, true],
    ['IsEmpty', [], true, true],
    ['IsEmpty', {}, true, true],
    ['IsEmpty', 0, true, false],
    ['IsEmpty', false, true, false],
    ['IsEmpty', ' ', true, false],
    ['IsNotEmpty', 'x', true, true],
    ['IsNotEmpty', missing, true, false],
  ])('%s: %j and %j is %j', (operator, left, right, result) => {
    expect(holds(asked(operator, right), left === missing ? undefined : left)).toBe(result);
  });

  test.each<[unknown, boolean]>([
    [condition(value, 'Equals', variable('look.other')), true],
    [condition(value, 'GreaterThan', variable('look.other')), false],
    [condition(value, 'GreaterThan', variable('look.nothing')), false],
    [condition(literal('5'), 'Equals', literal(5)), true],
    [condition({ node: 'look', field: 'value' }, 'Equals', { type: 'Ref', node: 'look', field: 'other' }), true],
    [condition(value, 'IsEmpty', null), false],
    [{ left: value, operator: 'IsNotEmpty' }, true],
    [condition(value, 'Equals', 5), true],
    [condition(variable('look.success'), 'Equals', literal(true)), true],
    [condition(variable('nobody.found'), 'Equals', variable('look.nothing')), true],
  ])('%j is %j', (one, result) => {
    expect(holds(one, 5)).toBe(result);
  });
});

describe('a variable is named after its node', () => {
  const textIn = (name: string, read: string) =>
    nodeIn(fileOf(condition(variable(read), 'IsEmpty'), name), 'choose').fields.condition;

  test.each([
    ['Click (Login Button)', 'click__login_button_.x', 'empty(click__login_button_.x ?? null)'],
    ['Result', 'result.found', 'empty(result_1.found ?? null)'],
    ['In', 'in.found', 'empty(in_1.found ?? null)'],
    ['__proto__', '__proto__.found', 'empty(__proto___1.found ?? null)'],
    ['Constructor', 'constructor.found', 'empty(constructor_1.found ?? null)'],
    ['1024', '1024.found', 'empty(_1024.found ?? null)'],
    ['見る', '見る.found', 'empty(node.found ?? null)'],
    ['Look', 'look.a-b', 'empty(look["a-b"] ?? null)'],
    ['Look', 'n1.found', 'empty(look.found ?? null)'],
    ['Look', 'look.result.deep', 'empty(look.result.deep ?? null)'],
  ])('%s: %s', (name, read, text) => {
    expect(textIn(name, read)).toBe(text);
  });

  test('what a model said is its text', () => {
    const cases = [{ name: 'c', condition: condition(variable('say.result'), 'Contains', literal('x')) }];
    const nodes = [
      saved('Say', 'AiStep', { prompt: 'Say' }),
      saved('s', 'Switch', { cases }),
      saved('end', 'ListWindows'),
    ];
    const edges = [edge('Say', 's'), edge('s', 'end', 'SwitchCase:c')];
    expect(nodeIn(graphText(nodes, edges), 's').fields.cases).toMatchObject([
      { if: "contains(text(say.text ?? ''), 'x')" },
    ]);
  });

  test('which no node has is null for ever, and which two have is that of the later one; both are told', () => {
    const unknown = fileOf(condition(variable('lok.found'), 'IsEmpty'));
    expect(toldOf(unknown)).toEqual([
      `unknown_variable ${placeOf(unknown, '"lok.found"')} a condition reads "lok.found", which no node sets: it is always null; did you mean "look"?`,
    ]);
    const nodes = ['a', 'b'].map((id) => saved(id, 'ListWindows', {}, { name: 'Look' }));
    const choose = saved('i', 'If', { condition: condition(variable('look.count'), 'GreaterThan', literal(1)) });
    const ends = ['y', 'n'].map((id) => saved(id, 'ListWindows'));
    const edges = [edge('a', 'b'), edge('b', 'i'), edge('i', 'y', 'IfTrue'), edge('i', 'n', 'IfFalse')];
    const text = graphText([...nodes, choose, ...ends], edges);
    expect(nodeIn(text, 'i').fields.condition).toBe(
      'number(look_2.count ?? look.count ?? null) != null && number(look_2.count ?? look.count ?? null) > 1',
    );
    expect(toldOf(text)).toEqual([
      `shared_variable ${placeOf(text, '"look.count"')} 2 nodes are called "look": "look.count" is that of the last of them in the file that has run`,
    ]);
  });
});

describe('a condition that cannot be read is refused where it is wrong', () => {
  test.each<[unknown, string, string]>([
    [undefined, '"n2",', 'it has no condition'],
    [
      condition(value, 'Matches'),
      '"Matches"',
      '"Matches" is not an operator of a condition; the operators are Equals, ',
    ],
    [condition(value, 'Equal'), '"Equal"', '"Equal" is not an operator of a condition; did you mean "Equals"?'],
    [{ operator: 'Equals', left: value }, '{\n     "operator"', 'its condition has no right side'],
    [{ operator: 'IsEmpty' }, '{\n     "operator"', 'its condition has no left side'],
    [
      condition({ call: 'it' }, 'IsEmpty'),
      '{\n      "call"',
      'its condition has something else than a variable or a literal on its left side',
    ],
  ])('%j', (one, part, told) => {
    const text = fileOf(one);
    const place = placeOf(text.slice(0, text.indexOf('"n3"')), part);
    expect(toldOf(text)[0]?.slice(0, 60 + told.length)).toContain(`bad_condition ${place} If "Choose": ${told}`);
  });
});
