// Whole graphs, walked with scripted work to each of their ends.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  answer,
  broken,
  eventsOf,
  finishedNodes,
  ok,
  openGate,
  type Walk,
  type WalkOptions,
  walkGraph,
} from '../../../testing/engine/walk.ts';
import {
  condition,
  edge,
  foundBy,
  graphIn,
  graphText,
  literal,
  saved,
  variable,
} from '../../../testing/workflow/graph-fixture.ts';

const walk = (text: string, outcome?: WalkOptions['outcome']) =>
  walkGraph(graphIn(text), {
    outcome,
    answer: ({ purpose }) => (purpose === 'server' ? { option: 'allow' } : null),
  } as WalkOptions);
const endOf = ({ state }: Walk) => [state.status, state.warnings.length];

// open ─► rounds ─body─► press ─► look ─► again ─► rounds
//           └─done─► how many ─several─► tell │ ─one─► done │ ─default─► stop
const press = saved('press', 'Click', { target: '=' }, { retries: 2 });
const graph = (more: Record<string, Record<string, unknown>> = {}) =>
  graphText(
    [
      saved('open', 'FocusWindow', { method: 'AppName', value: 'Calculator' }),
      saved('rounds', 'Loop', { exit_condition: foundBy('look'), max_iterations: 4 }, more.rounds),
      { ...press, ...more.press },
      saved('look', 'FindText', { search_text: '128' }),
      saved('again', 'EndLoop', { loop_id: 'rounds' }),
      saved(
        'how many',
        'Switch',
        {
          cases: [
            { name: 'several', condition: condition(variable('look.count'), 'GreaterThan', literal('1')) },
            { name: 'one', condition: condition(variable('look.x'), 'Equals', literal('40')) },
          ],
        },
        more['how many'],
      ),
      saved('tell', 'AiStep', { prompt: 'Tell' }),
      saved('done', 'PressKey', { key: 'q' }),
      saved('stop', 'ListWindows'),
    ],
    [
      ...[edge('open', 'rounds'), edge('rounds', 'press', 'LoopBody'), edge('press', 'look'), edge('look', 'again')],
      ...[
        edge('again', 'rounds'),
        edge('rounds', 'how many', 'LoopDone'),
        edge('how many', 'tell', 'SwitchCase:several'),
      ],
      ...[edge('how many', 'done', 'SwitchCase:one'), edge('how many', 'stop', 'SwitchDefault')],
    ],
  );
const found =
  (...rounds: unknown[][]): WalkOptions['outcome'] =>
  ({ node, visit }) =>
    ok(node === 'look' ? (rounds[visit - 1] ?? []) : node === 'tell' ? { text: 'it' } : null);
const last = (one: Walk) => finishedNodes(one).at(-1);

describe('a graph with a loop and a switch comes to every one of its ends', () => {
  test.each<[string, unknown[][], string]>([
    ['several', [[], [{ x: 1 }, { x: 2 }]], 'tell'],
    ['one', [[{ x: 40 }]], 'done'],
    ['none, after as many rounds as there may be', [], 'stop'],
  ])('%s', (_, rounds, end) => {
    const one = walk(graph(), found(...rounds));
    expect([...endOf(one), last(one)]).toEqual(['completed', 0, end]);
    expect(eventsOf(one, 'loop_exited')[0]?.data).toMatchObject(
      rounds.length > 0 ? { reason: 'until', iterations: rounds.length } : { reason: 'max', iterations: 4 },
    );
  });

  test('a node is tried once more than it has retries, and then the walk fails', () => {
    const outcome =
      (tries: number): WalkOptions['outcome'] =>
      ({ node, attempt }) =>
        node === 'press' && attempt < tries ? broken('it moved') : ok(node === 'look' ? [{ x: 40 }] : null);
    const third = walk(graph(), outcome(3));
    expect([third.state.status, eventsOf(third, 'retry').length]).toEqual(['completed', 2]);
    const never = walk(graph(), outcome(4));
    expect([never.state.status, never.state.message, eventsOf(never, 'retry').length]).toEqual([
      'failed',
      'it moved',
      2,
    ]);
  });
});

describe('what is turned off is passed', () => {
  const off = { enabled: false };
  test.each<[string, string[]]>([
    ['press', ['open', 'look', 'done']],
    ['rounds', ['open', 'stop']],
  ])('%s', (id, visited) => {
    const one = walk(graph({ [id]: off }), found([{ x: 40 }]));
    expect(one.state.status).toBe('completed');
    const worked = new Set(['open', 'press', 'look', 'tell', 'done', 'stop']);
    const history = finishedNodes(one).filter((node) => worked.has(node));
    const skipped = eventsOf(one, 'node_skipped').map(({ node }) => node);
    expect(history.filter((node) => !skipped.includes(node))).toEqual(visited);
  });

  test('an If by its false way, a Switch by its default, else by its first labelled way', () => {
    const ends = ['y', 'n'].map((id) => saved(id, 'ListWindows'));
    const chosen = (node: unknown, edges: unknown[]) => last(walk(graphText([node, ...ends], edges)));
    const choose = saved('c', 'If', { condition: condition(literal(1), 'Equals', literal(1)) }, off);
    expect(chosen(choose, [edge('c', 'y', 'IfTrue'), edge('c', 'n', 'IfFalse')])).toBe('n');
    const cases = [
      { name: 'a', condition: condition(literal(1), 'Equals', literal(2)) },
      { name: 'b', condition: condition(literal(1), 'Equals', literal(1)) },
    ];
    const pick = saved('c', 'Switch', { cases }, off);
    expect(
      chosen(pick, [edge('c', 'y', 'SwitchCase:a'), edge('c', 'y', 'SwitchCase:b'), edge('c', 'n', 'SwitchDefault')]),
    ).toBe('n');
    expect(chosen(pick, [edge('c', 'n', 'SwitchCase:a'), edge('c', 'y', 'SwitchCase:b')])).toBe('n');
  });
});

test('a Switch without a default whose cases all fail ends the walk, with a warning', () => {
  const cases = [{ name: 'a', condition: foundBy('x') }];
  const one = walk(
    graphText([saved('c', 'Switch', { cases }), saved('y', 'ListWindows')], [edge('c', 'y', 'SwitchCase:a')]),
  );
  expect(endOf(one)).toEqual(['completed', 1]);
});

test('the body of a loop runs once whatever the file says, and a loop need not lead on', () => {
  const nodes = [
    saved('l', 'Loop', { exit_condition: foundBy('b'), max_iterations: 0 }),
    saved('b', 'ListWindows'),
    saved('e', 'EndLoop', { loop_id: 'l' }),
  ];
  const one = walk(graphText(nodes, [edge('l', 'b', 'LoopBody'), edge('b', 'e'), edge('e', 'l')]), () => ok([]));
  expect([one.state.status, one.state.nodes.b?.visits]).toEqual(['completed', 1]);
});

test('rounds of an inner loop are counted anew in each round of the outer one, and what they set stays', () => {
  const until = (id: string) => ({ exit_condition: foundBy(id) });
  const nodes = [
    saved('outer', 'Loop', { ...until('nobody'), max_iterations: 3 }),
    saved('inner', 'Loop', { ...until('work'), max_iterations: 2 }),
    saved('work', 'ListWindows'),
    saved('inner end', 'EndLoop', { loop_id: 'inner' }),
    saved('outer end', 'EndLoop', { loop_id: 'outer' }),
    saved('choose', 'If', { condition: condition(variable('work.count'), 'Equals', literal(0)) }),
    saved('yes', 'ListWindows'),
    saved('no', 'ListWindows'),
  ];
  const edges = [
    ...[edge('outer', 'inner', 'LoopBody'), edge('inner', 'work', 'LoopBody'), edge('work', 'inner end')],
    ...[edge('inner end', 'inner'), edge('inner', 'outer end', 'LoopDone'), edge('outer end', 'outer')],
    ...[edge('outer', 'choose', 'LoopDone'), edge('choose', 'yes', 'IfTrue'), edge('choose', 'no', 'IfFalse')],
  ];
  const one = walk(graphText(nodes, edges), () => ok([]));
  expect([one.state.nodes.work?.visits, last(one)]).toEqual([6, 'yes']);
});

describe('a step that cannot be run here is a person’s', () => {
  const text = graphText([saved('t', 'Teleport', { to: 'Mars' }), saved('b', 'ListWindows')], [edge('t', 'b')]);
  test.each([
    ['done', 'completed'],
    ['stop', 'failed'],
  ])('who says %s', (option, status) => {
    const one = walk(text);
    expect(openGate(one).message).toContain('{"to":"Mars"}');
    answer(one, option);
    expect(one.state.status).toBe(status);
  });
});

describe('the sample that ships comes to both of its ends', () => {
  const sample = readFileSync(join(import.meta.dirname, '../../../../workflows/sum-and-picture.json'), 'utf8');
  test.each([
    ['The sum of 19 and 23 is 42.', 'take_a_picture', 1],
    ['The sum of 19 and 23 is 41.', 'complain', 3],
  ])('%s', (said, end, rounds) => {
    const one = walk(sample, ({ node }) => ok(node === 'add' ? said : null));
    expect([one.state.status, last(one), one.state.nodes.add?.visits]).toEqual(['completed', end, rounds]);
  });
});
