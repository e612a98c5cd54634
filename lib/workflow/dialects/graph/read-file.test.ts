import { describe, expect, test } from 'vitest';
import {
  foundBy,
  graphIn,
  graphText,
  placeOf,
  planText,
  saved,
  toldOf,
} from '../../../testing/workflow/graph-fixture.ts';
import { loadWorkflow } from '../../load.ts';

const tool = (tool_name: string, args: Record<string, unknown> = {}, more = {}) => ({
  step_type: 'Tool',
  tool_name,
  arguments: args,
  ...more,
});
const loop = (more = {}) => ({ step_type: 'Loop', name: 'Repeat', exit_condition: foundBy('look'), ...more });
const wayOf = (text: string) =>
  graphIn(text).nodes.map(({ id, fields, next }) => {
    const { then, else: otherwise, body, done, loop: back } = fields as Record<string, string>;
    return [id, next ?? then ?? body ?? back ?? 'end', otherwise ?? done].filter((one) => one !== undefined).join(' ');
  });

describe('the older shape: Start, Step, End', () => {
  const node = (id: string, kind: string, params = {}) => ({
    id,
    kind,
    name: kind === 'Step' ? 'Look around' : kind,
    position: { x: 1, y: 2 },
    params: { prompt: '', button_text: null, image_path: null, timeout_ms: null, max_tool_calls: null, ...params },
  });
  const edges = [
    { from: '1', to: '2' },
    { from: '2', to: '3' },
  ];

  test('begins at Start, lets a model do each Step, and ends at End', () => {
    const text = graphText(
      [node('1', 'Start'), node('2', 'Step', { prompt: 'Look.', max_tool_calls: 5 }), node('3', 'End')],
      edges,
    );
    const { nodes, start, name } = graphIn(text);
    expect([name, start]).toEqual(['Fixture', 'start']);
    expect(nodes.map(({ id, type, next }) => [id, type, next])).toEqual([
      ['start', 'checkpoint', 'look_around'],
      ['look_around', 'ai', 'end'],
      ['end', 'end', null],
    ]);
    expect(nodes[1]?.fields).toMatchObject({ prompt: 'Look.', max_tool_calls: 5, tools: ['desktop.*'] });
    expect(toldOf(text)).toEqual([]);
  });

  test('a Step is told the picture and the button, and how long it may take', () => {
    const params = { prompt: 'Go.', button_text: 'OK', image_path: 'ok.png', timeout_ms: 1500 };
    const text = graphText(
      [node('1', 'Start'), node('2', 'Step', params), node('3', 'End', { prompt: 'Tidy up.' })],
      edges,
    );
    expect(graphIn(text).nodes[1]?.fields).toMatchObject({
      prompt: 'Go.\nButton to find: "OK"\nImage to find: ok.png',
      time_limit: '1500ms',
    });
    expect(graphIn(text).nodes[2]).toMatchObject({ type: 'ai', next: 'complete' });
  });
});

describe('a flat plan', () => {
  test('is walked in its order, whether it is a bare list or its steps', () => {
    const steps = [
      tool('focus_window', { app_name: 'Notes' }, { name: 'Focus' }),
      tool('list_windows'),
      { step_type: 'AiStep', prompt: 'Look.' },
    ];
    const ways = ['focus list_windows', 'list_windows ai_step', 'ai_step complete'];
    expect(wayOf(JSON.stringify(steps))).toEqual(ways);
    expect(wayOf(JSON.stringify({ intent: 'Look around', steps }))).toEqual(ways);
    expect(graphIn(JSON.stringify({ intent: 'Look around', steps })).name).toBe('Look around');
  });

  test('pairs loops with their ends like brackets, and goes on after them when they are done', () => {
    const steps = [
      ...[
        tool('find_text', { text: 'x' }, { name: 'Look' }),
        loop({ name: 'Outer' }),
        loop({ name: 'Inner', max_iterations: 3 }),
      ],
      ...[tool('click', { x: 1, y: 2 }), { step_type: 'EndLoop', loop_id: 'whatever', name: 'Inner end' }],
      ...[{ step_type: 'EndLoop', name: 'Outer end' }, tool('list_windows', {}, { name: 'After' })],
    ];
    expect(wayOf(JSON.stringify(steps))).toEqual([
      'look outer',
      'outer inner after',
      'inner click outer_end',
      'click inner_end',
      'inner_end inner',
      'outer_end outer',
      'after complete',
    ]);
    expect(graphIn(JSON.stringify(steps)).nodes.map(({ fields }) => fields.max)).toEqual([
      undefined,
      100,
      3,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('whose loops and ends do not match is refused, and told why', () => {
    const codes = (steps: unknown[]) => loadWorkflow(JSON.stringify(steps)).problems.map(({ code }) => code);
    expect(codes([tool('a'), { step_type: 'EndLoop', loop_id: 'x' }])).toEqual([
      'inferred_edge',
      'invalid_end_loop_target',
    ]);
    expect(codes([loop(), tool('a')])).toContain('unpaired_loop');
  });

  test('without steps has no nodes', () => {
    expect(toldOf('{"steps": []}')).toEqual(['no_nodes 1:11 the graph has no nodes']);
    expect(loadWorkflow('{"steps": []}').format).toBe('graph');
  });
});

describe('the tools of a plan are called as if the plan had been saved as nodes first', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>, string?]>([
    ['take_screenshot', {}, { mode: 'window', include_ocr: true }],
    ['take_screenshot', { app_name: 'Notes' }, { mode: 'window', include_ocr: true }, 'Notes'],
    ['take_screenshot', { mode: 'screen', include_ocr: false }, { mode: 'screen', include_ocr: false }],
    ['find_image', { template_id: 't' }, { threshold: 0.75, max_results: 3, template_image_base64: 't' }],
    ['find_text', { text: 'x', app_name: 'Notes' }, { text: 'x', app_name: 'Notes' }],
    ['click', { target: 'OK' }, { button: 'left', click_count: 1 }, 'OK'],
    ['click', { x: 1, y: 2, button: 'right' }, { x: 1, y: 2, button: 'right', click_count: 1 }],
    ['focus_window', { app_name: 'Notes' }, {}, 'Notes'],
    ['focus_window', { window_id: 4 }, { window_id: 4 }],
    ['scroll', { x: 3 }, { delta_y: 0, x: 3 }],
    ['launch_app', { app_name: 'Notes' }, { app_name: 'Notes' }],
    ['constructor', { a: '${b}' }, { a: '$${b}' }],
  ])('%s %j', (name, args, called, target) => {
    const [node] = graphIn(JSON.stringify([tool(name, args)])).nodes;
    expect(node?.fields).toEqual({ server: 'desktop', tool: name, arguments: called, ...(target ? { target } : {}) });
  });

  test('a transform sees what its input gave, and has no tools', () => {
    const steps = [
      tool('find_text', { text: 'x' }, { name: 'Look' }),
      { step_type: 'AiTransform', kind: 'summarize', input_ref: 'look' },
    ];
    expect(graphIn(JSON.stringify(steps)).nodes[1]).toMatchObject({
      id: 'ai_transform__summarize_',
      fields: {
        prompt: "Perform a 'summarize' transform on the input.\nInput: ${look.result ?? ''}",
        tools: [],
        max_tool_calls: 0,
      },
    });
  });
});

describe('a plan with edges', () => {
  const look = { id: 'n1', ...tool('find_text', { text: 'x' }, { name: 'Look' }) };
  const rounds = { id: 'n2', ...loop() };
  const press = { id: 'n3', ...tool('click', { target: '=' }, { name: 'Press' }) };
  const end = { id: 'n4', step_type: 'EndLoop', loop_id: 'n2', name: 'End' };
  const shot = { id: 'n5', ...tool('take_screenshot', {}, { name: 'Shot' }) };
  const choose = { id: 'n6', step_type: 'If', name: 'Choose', condition: foundBy('look') };
  const to = (from: string, target: string, type?: string) => ({
    from,
    to: target,
    ...(type ? { output: { type } } : {}),
  });
  const looping = ['look repeat', 'repeat press complete', 'press end', 'end repeat'];

  test.each<[string, unknown[], unknown[], string[]]>([
    [
      'labels are as they are written',
      [look, rounds, press, end, shot],
      [to('n1', 'n2'), to('n2', 'n3', 'LoopBody'), to('n2', 'n5', 'LoopDone'), to('n3', 'n4'), to('n4', 'n2')],
      ['look repeat', 'repeat press shot', 'press end', 'end repeat', 'shot complete'],
    ],
    [
      'of two ways out of a loop without labels the one to its end is no body',
      [look, rounds, press, end],
      [to('n1', 'n2'), to('n2', 'n4'), to('n2', 'n3'), to('n3', 'n4'), to('n4', 'n2')],
      looping,
    ],
    [
      'a body that leads straight back goes by the end, which leads back',
      [look, rounds, press, end],
      [to('n1', 'n2'), to('n2', 'n3'), to('n3', 'n2', 'LoopBody')],
      looping,
    ],
    [
      'so does one way of an If in the body, with its label',
      [look, rounds, press, end, choose],
      [to('n1', 'n2'), to('n2', 'n6'), to('n6', 'n3', 'IfTrue'), to('n6', 'n2', 'IfFalse'), to('n3', 'n4')],
      ['look repeat', 'repeat choose complete', 'press end', 'end repeat', 'choose press end'],
    ],
    [
      'what follows an end follows the loop',
      [look, rounds, press, end, shot],
      [to('n1', 'n2'), to('n2', 'n3'), to('n3', 'n4'), to('n4', 'n5')],
      ['look repeat', 'repeat press shot', 'press end', 'end repeat', 'shot complete'],
    ],
    [
      'unless the loop says so itself',
      [look, rounds, press, end, shot],
      [to('n1', 'n2'), to('n2', 'n3', 'LoopBody'), to('n2', 'n5', 'LoopDone'), to('n3', 'n4'), to('n4', 'n5')],
      ['look repeat', 'repeat press shot', 'press end', 'end repeat', 'shot complete'],
    ],
    [
      'two ways out of an If are true and false in their order, and DONE is the end',
      [look, choose, press, shot],
      [to('n1', 'n6'), to('n6', 'n3'), to('n6', 'n5'), to('n5', 'DONE')],
      ['look choose', 'choose press shot', 'press complete', 'shot complete'],
    ],
  ])('%s', (_, nodes, edges, ways) => {
    expect(wayOf(planText(nodes, edges))).toEqual(ways);
  });

  test('what cannot be understood in it is left out, and told', () => {
    const text = planText(
      [
        look,
        { id: 'e', step_type: 'End' },
        { id: 'm', step_type: 'Tool' },
        { id: 'f', step_type: 'EndLoop' },
        'x',
        press,
        { id: 'c', step_type: 'If', condition: { operator: 'Equals' } },
        { id: 'k', ...tool('press_key') },
      ],
      [to('n1', 'n3'), to('n3', 'e'), to('n3', 'n1', 'LoopCondition'), { from: 'n1' }],
    );
    expect(wayOf(text)).toEqual(['look press', 'press complete']);
    expect(toldOf(text)).toEqual([
      `left_out ${placeOf(text, '"e",\n   "step_type"')} the step "e" is left out: "End" is not a type of step`,
      `left_out ${placeOf(text, '"m"')} the step "m" is left out: it has no "tool_name"`,
      `left_out ${placeOf(text, '"f"')} the step "f" is left out: it has no "loop_id"`,
      `missing ${placeOf(text, '"x",')} a node must be a group of keys: it is left out`,
      `left_out ${placeOf(text, '{\n    "operator"')} the step "c" is left out: its condition has no left side`,
      `left_out ${placeOf(text, '"k"')} the step "k" is left out: press_key needs "key"`,
      `unknown_target ${placeOf(text, '"e"\n')} there is no node "e" for this edge: the edge is left out`,
      expect.stringContaining('"LoopCondition" is not a label of an edge: the edge is left out'),
      expect.stringContaining('an edge needs "from" and "to": the edge is left out'),
    ]);
  });

  test('what a step should reach is judged, on the spot where it is there to verify', () => {
    const judged = (more: object) =>
      graphIn(planText([{ ...look, expected_outcome: 'It is there', ...more }])).nodes[0]?.checks;
    expect(judged({})).toMatchObject([{ type: 'judge', question: 'It is there', when: 'after' }]);
    expect(judged({ role: 'Verification' })).toMatchObject([{ when: 'inline' }]);
  });

  test('nodes are called by the names and the ids that a planner uses', () => {
    const of = (name: string) =>
      graphIn(
        planText(
          [look, choose, press, shot].map((node) => (node === choose ? { ...choose, condition: foundBy(name) } : node)),
          [to('n1', 'n6'), to('n6', 'n3'), to('n6', 'n5')],
        ),
      ).nodes[1]?.fields.condition;
    for (const name of ['look', 'n1', 'find_text_1']) expect(of(name)).toBe('alike(look.found ?? null, true)');
  });
});

describe('a file is known by its shape', () => {
  const formatOf = (value: unknown) => loadWorkflow(JSON.stringify(value)).format;

  test('a change to a graph is one of this format, and no workflow', () => {
    for (const change of [
      { add: [tool('a')] },
      { add_nodes: [], add_edges: [] },
      { remove_node_ids: ['x'] },
      { update: [] },
    ]) {
      const { format, problems } = loadWorkflow(JSON.stringify(change));
      expect([format, problems.map(({ code }) => code)]).toEqual(['graph', ['graph_change']]);
    }
  });

  test('a list of tools, a lone step and nodes of another kind are not', () => {
    const others = [
      [{ type: 'function', function: { name: 'click' } }],
      tool('click'),
      { nodes: [{ id: 'N-001', type: 'skill', executor: 'plan' }], edges: [] },
      { template_id: 'wft-1', nodes: [], edges: [] },
      { nodes: {}, edges: [] },
    ];
    expect(others.map(formatOf)).not.toContain('graph');
    expect(formatOf(JSON.parse(graphText([saved('a', 'ListWindows')])))).toBe('graph');
  });
});
