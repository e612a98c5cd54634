import { describe, expect, test } from 'vitest';
import {
  codesOf,
  condition,
  edge,
  foundBy,
  graphText,
  literal,
  placeOf,
  saved,
  toldOf,
  variable,
} from '../../../testing/workflow/graph-fixture.ts';

const work = (id: string) => saved(id, 'ListWindows');
const choose = (id: string) => saved(id, 'If', { condition: foundBy('a') });
const pick = (id: string, ...names: string[]) =>
  saved(id, 'Switch', {
    cases: names.map((name) => ({ name, condition: condition(variable('a.count'), 'Equals', literal(1)) })),
  });
const loop = (id: string) => saved(id, 'Loop', { exit_condition: foundBy('a'), max_iterations: 5 });
const end = (id: string, of: string) => saved(id, 'EndLoop', { loop_id: of });

const errorsOf = (text: string) => toldOf(text).filter((one) => !/^(unreachable|no_way_out|missing_branch) /.test(one));

// The place is that of the last occurrence of a part of the file.
type Row = [code: string, nodes: unknown[], edges: unknown[], part: string, told: string];

describe('each of the seventeen is told where it is, in words', () => {
  test.each<Row>([
    ['no_nodes', [], [], '"nodes"', 'the graph has no nodes'],
    [
      'no_entry_point',
      [choose('a'), work('b')],
      [edge('a', 'b', 'IfTrue'), edge('a', 'b', 'IfFalse'), edge('b', 'a')],
      '"nodes"',
      'an edge leads to every node, so there is none to start with',
    ],
    [
      'multiple_entry_points',
      [work('a'), work('b')],
      [],
      '"b",\n   "node_type"',
      'no edge leads to "b", and none to "a": a graph starts at one node',
    ],
    [
      'multiple_outgoing_edges',
      [work('a'), work('b'), work('c')],
      [edge('a', 'b'), edge('a', 'c')],
      '{\n   "from": "a",\n   "to": "c"',
      'node "a" has 2 edges; only one can lead on from it',
    ],
    [
      'cycle_detected',
      [work('a'), work('b'), work('c')],
      [edge('a', 'b'), edge('b', 'c'), edge('c', 'b')],
      '{\n   "from": "c"',
      'the edge from "c" to "b" closes a circle; only an EndLoop leads back',
    ],
    [
      'missing_if_branch',
      [choose('a'), work('b')],
      [edge('a', 'b', 'IfTrue')],
      '"a",\n   "node_type"',
      'If "a" has no edge IfFalse',
    ],
    [
      'extra_if_edges',
      [choose('a'), work('b'), work('c'), work('d')],
      [edge('a', 'b', 'IfTrue'), edge('a', 'c', 'IfFalse'), edge('a', 'd')],
      '{\n   "from": "a",\n   "to": "d"',
      'If "a" has a third edge, without a label, besides IfTrue and IfFalse',
    ],
    [
      'missing_switch_case',
      [pick('a', 'one', 'two'), work('b')],
      [edge('a', 'b', 'SwitchCase:one'), edge('a', 'b', 'SwitchDefault')],
      '"two"',
      'Switch "a" has no edge for its case "two"',
    ],
    [
      'duplicate_switch_case',
      [pick('a', 'one'), work('b'), work('c')],
      [edge('a', 'b', 'SwitchCase:one'), edge('a', 'c', 'SwitchCase:one'), edge('a', 'c', 'SwitchDefault')],
      '{\n   "from": "a",\n   "to": "c",\n   "output": {\n    "type": "SwitchCase"',
      'Switch "a" has two edges SwitchCase "one"',
    ],
    [
      'unknown_switch_output',
      [pick('a', 'one'), work('b'), work('c')],
      [edge('a', 'b', 'SwitchCase:one'), edge('a', 'c', 'SwitchCase:won'), edge('a', 'c', 'SwitchDefault')],
      '{\n   "from": "a",\n   "to": "c",\n   "output": {\n    "type": "SwitchCase"',
      'Switch "a" has no case for its edge SwitchCase "won"',
    ],
    [
      'duplicate_switch_case_name',
      [pick('a', 'one', 'one'), work('b')],
      [edge('a', 'b', 'SwitchCase:one'), edge('a', 'b', 'SwitchDefault')],
      '"one",\n      "condition"',
      'Switch "a" has two cases "one"',
    ],
    [
      'missing_loop_edge',
      [loop('a'), end('e', 'a'), work('b')],
      [edge('a', 'b', 'LoopDone'), edge('b', 'e'), edge('e', 'a')],
      '"a",\n   "node_type"',
      'Loop "a" has no edge LoopBody',
    ],
    [
      'extra_loop_edges',
      [loop('a'), work('b'), end('e', 'a'), work('c')],
      [edge('a', 'b', 'LoopBody'), edge('b', 'e'), edge('e', 'a'), edge('a', 'c', 'LoopDone'), edge('a', 'c')],
      '{\n   "from": "a",\n   "to": "c",\n   "output": null',
      'Loop "a" has one more edge, without a label, besides LoopBody and LoopDone',
    ],
    [
      'invalid_end_loop_target',
      [work('a'), end('e', 'a')],
      [edge('a', 'e')],
      '"a"\n   }',
      'EndLoop "e" ends "a", which is no Loop',
    ],
    [
      'unpaired_loop',
      [loop('a'), work('b')],
      [edge('a', 'b', 'LoopBody')],
      '"a",\n   "node_type"',
      'Loop "a" has no EndLoop',
    ],
    [
      'multiple_end_loops',
      [loop('a'), choose('b'), end('e', 'a'), end('f', 'a')],
      [edge('a', 'b', 'LoopBody'), edge('b', 'e', 'IfTrue'), edge('b', 'f', 'IfFalse'), edge('e', 'a'), edge('f', 'a')],
      '"f",\n   "node_type"',
      'EndLoop "f" is a second end of Loop "a"; the first is "e"',
    ],
    [
      'end_loop_edge_mismatch',
      [loop('a'), work('b'), end('e', 'a'), work('c')],
      [edge('a', 'b', 'LoopBody'), edge('b', 'e'), edge('e', 'c')],
      '{\n   "from": "e"',
      'EndLoop "e" must have one edge, to its Loop "a"',
    ],
  ])('%s', (code, nodes, edges, part, told) => {
    const text = graphText(nodes, edges);
    expect(errorsOf(text).filter((one) => one.startsWith(code))).toEqual([`${code} ${placeOf(text, part)} ${told}`]);
  });
});

test('all that is wrong is told together, and nothing of it twice', () => {
  const nodes = [
    work('a'),
    choose('i'),
    pick('s', 'one', 'one'),
    loop('l'),
    loop('m'),
    end('e', 'l'),
    end('f', 'gone'),
    work('z'),
  ];
  const edges = [
    ...[
      edge('a', 'i'),
      edge('a', 's'),
      edge('i', 's', 'IfTrue'),
      edge('i', 's', 'LoopDone'),
      edge('s', 'l', 'SwitchCase:two'),
    ],
    ...[
      edge('l', 'e', 'LoopBody'),
      edge('l', 'm', 'LoopDone'),
      edge('e', 'm'),
      edge('m', 'i', 'LoopDone'),
      edge('f', 'nobody'),
    ],
  ];
  expect(codesOf(graphText(nodes, edges)).filter((code) => code !== 'unreachable')).toEqual([
    'missing_if_branch',
    'missing_branch',
    'missing_switch_case',
    'duplicate_switch_case_name',
    'missing_loop_edge',
    'unpaired_loop',
    'multiple_entry_points',
    'invalid_end_loop_target',
    'multiple_entry_points',
    'multiple_outgoing_edges',
    'extra_if_edges',
    'unknown_switch_output',
    'end_loop_edge_mismatch',
    'cycle_detected',
    'unknown_target',
  ]);
});

test('edges lead from nodes to nodes, by labels that there are', () => {
  const text = graphText(
    [work('first'), work('b')],
    [{ from: 'firts', to: 'b' }, { to: 'b' }, edge('first', 'b', 'IfTru')],
  );
  expect(errorsOf(text)).toEqual([
    `unknown_target ${placeOf(text, '"firts"')} there is no node "firts" for this edge; did you mean "first"?`,
    `missing ${placeOf(text, '{\n   "to"')} an edge needs "from" and "to"`,
    `unknown_output ${placeOf(text, '{\n    "type": "IfTru"')} "IfTru" is not a label of an edge; did you mean "IfTrue"?`,
  ]);
});

test('an edge to a node that there is not is one mistake and not two', () => {
  const edges = [edge('a', 'y', 'IfTrue'), edge('a', 'gone', 'IfFalse')];
  expect(codesOf(graphText([choose('a'), work('y')], edges))).toEqual(['unknown_variable', 'unknown_target']);
});

test('two nodes cannot have one id, and a node has one', () => {
  const text = graphText([
    work('a'),
    { ...work('a'), name: 'again' },
    { name: 'x', node_type: { type: 'ListWindows' } },
  ]);
  expect(codesOf(text)).toEqual(expect.arrayContaining(['duplicate_id', 'missing']));
});

test('a label on the way out of a node that chooses nothing does not keep it from being followed', () => {
  expect(toldOf(graphText([work('a'), work('b')], [edge('a', 'b', 'LoopBody')]))).toEqual([
    expect.stringContaining('which belongs to other types: it is followed all the same'),
  ]);
});

test('a long chain is walked without deep recursion', () => {
  const ids = Array.from({ length: 1500 }, (_, index) => `n${index}`);
  const nodes = ids.map((id) => ({ id, name: id, node_type: { type: 'ListWindows' } }));
  const edges = ids.slice(1).map((id, index) => ({ from: ids[index], to: id }));
  expect(codesOf(JSON.stringify({ name: 'Long', nodes, edges }))).toEqual([]);
});
