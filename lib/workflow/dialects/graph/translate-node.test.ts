import { describe, expect, test } from 'vitest';
import {
  codesOf,
  edge,
  graphIn,
  graphText,
  nodeIn,
  placeOf,
  saved,
  toldOf,
} from '../../../testing/workflow/graph-fixture.ts';
import { loadWorkflow } from '../../load.ts';

const only = (type: string, params: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
  graphText([saved('it', type, params, more)]);

type Called = [
  type: string,
  params: Record<string, unknown>,
  tool: string,
  args: Record<string, unknown>,
  target?: string,
];

describe('each type calls its tool with what the file says, and the defaults of its system', () => {
  test.each<Called>([
    ['TakeScreenshot', {}, 'take_screenshot', { mode: 'screen', include_ocr: true }],
    [
      'TakeScreenshot',
      { mode: 'Region', target: 'Notes', include_ocr: false },
      'take_screenshot',
      { mode: 'region', include_ocr: false, app_name: 'Notes' },
    ],
    [
      'TakeScreenshot',
      { mode: 'Window', target: 'Notes', include_ocr: true },
      'take_screenshot',
      { mode: 'window', include_ocr: true },
      'Notes',
    ],
    ['TakeScreenshot', { mode: 'Window', target: null }, 'take_screenshot', { mode: 'window', include_ocr: true }],
    ['FindText', { search_text: 'OK', match_mode: 'Contains', scope: null }, 'find_text', { text: 'OK' }],
    ['FindImage', { template_image: null }, 'find_image', { threshold: 0.88, max_results: 3 }],
    [
      'FindImage',
      { template_image: 'aGk=', threshold: 0.5, max_results: 1 },
      'find_image',
      { template_image_base64: 'aGk=', threshold: 0.5, max_results: 1 },
    ],
    ['Click', { x: 4, y: 5.5 }, 'click', { x: 4, y: 5.5, button: 'left', click_count: 1 }],
    ['Click', { target: 'Save', x: null, y: null }, 'click', { button: 'left', click_count: 1 }, 'Save'],
    [
      'Click',
      { target: 'Save', x: 1, y: 2, button: 'Right' },
      'click',
      { x: 1, y: 2, button: 'right', click_count: 1 },
    ],
    ['Click', { button: 'Center', click_count: 2 }, 'click', { button: 'center', click_count: 2 }],
    ['Click', { target: { type: 'Text', text: 'Go' } }, 'click', { button: 'left', click_count: 1 }, 'Go'],
    ['Click', { target: { type: 'Coordinates', x: 1, y: 2 } }, 'click', { x: 1, y: 2, button: 'left', click_count: 1 }],
    ['TypeText', { text: 'Hello' }, 'type_text', { text: 'Hello' }],
    ['TypeText', { text: '' }, 'type_text', { text: '' }],
    ['PressKey', { key: 'return', modifiers: [] }, 'press_key', { key: 'return' }],
    ['PressKey', { key: 's', modifiers: ['command'] }, 'press_key', { key: 's', modifiers: ['command'] }],
    ['Scroll', { delta_y: -3, x: null, y: 9 }, 'scroll', { delta_y: -3, y: 9 }],
    ['ListWindows', {}, 'list_windows', {}],
    ['ListWindows', { app_name: 'Notes' }, 'list_windows', { app_name: 'Notes' }],
    ['FocusWindow', { method: 'AppName', value: 'Notes', bring_to_front: true }, 'focus_window', {}, 'Notes'],
    ['FocusWindow', { method: 'WindowId', value: '42' }, 'focus_window', { window_id: 42 }],
    ['FocusWindow', { method: 'Pid', value: '7' }, 'focus_window', { pid: 7 }],
    ['FocusWindow', { method: 'Pid', value: 'seven' }, 'focus_window', {}],
    ['FocusWindow', { method: 'AppName', value: null }, 'focus_window', {}],
    ['McpToolCall', { tool_name: 'ping', arguments: { a: [1, { b: null }] } }, 'ping', { a: [1, { b: null }] }],
    ['McpToolCall', { tool_name: 'ping', arguments: null }, 'ping', {}],
    ['AppDebugKitOp', { operation_name: 'dump', parameters: { depth: 2 } }, 'dump', { depth: 2 }],
    ['FindApp', { search: 'No' }, 'list_apps', { search: 'No' }],
    ['Hover', { target: { type: 'Coordinates', x: 1, y: 2 }, dwell_ms: 500 }, 'move_mouse', { x: 1, y: 2 }],
    ['Drag', { from_x: 1, from_y: 2, to_x: 3, to_y: 4 }, 'drag', { from_x: 1, from_y: 2, to_x: 3, to_y: 4 }],
    ['LaunchApp', { app_name: 'Notes' }, 'launch_app', { app_name: 'Notes' }],
    ['QuitApp', { app_name: 'Notes' }, 'quit_app', { app_name: 'Notes' }],
    ['CdpClick', { target: { kind: 'ResolvedUid', value: '1_7' } }, 'cdp_click', { uid: '1_7' }],
    ['CdpHover', { target: { kind: 'ResolvedUid', value: '1_7' } }, 'cdp_hover', { uid: '1_7' }],
    ['CdpFill', { uid: 'Name', value: 'Ada' }, 'cdp_fill', { uid: 'Name', value: 'Ada' }],
    ['CdpType', { text: 'Ada' }, 'cdp_type_text', { text: 'Ada' }],
    ['CdpPressKey', { key: 'Enter', modifiers: [] }, 'cdp_press_key', { key: 'Enter' }],
    ['CdpNavigate', { url: 'https://example.org' }, 'cdp_navigate', { url: 'https://example.org' }],
    ['CdpNewPage', { url: '' }, 'cdp_new_page', {}],
    ['CdpClosePage', { page_index: 1 }, 'cdp_close_page', { page_index: 1 }],
    ['CdpSelectPage', { page_index: 2 }, 'cdp_select_page', { page_index: 2 }],
    ['CdpWait', { text: 'Ready' }, 'cdp_wait_for', { text: 'Ready', timeout_ms: 10_000 }],
    [
      'CdpHandleDialog',
      { accept: false, prompt_text: 'no' },
      'cdp_handle_dialog',
      { accept: false, prompt_text: 'no' },
    ],
  ])('%s %j', (type, params, tool, args, target) => {
    const text = only(type, params);
    expect(nodeIn(text, 'it').fields).toEqual({
      server: 'desktop',
      tool,
      arguments: args,
      ...(target === undefined ? {} : { target }),
    });
    expect(codesOf(text)).toEqual([]);
  });

  test('its system’s own server is started, unless the file names servers', () => {
    expect(graphIn(only('ListWindows')).servers).toMatchObject([
      { id: 'desktop', command: 'npx', args: ['-y', 'native-devtools-mcp'] },
    ]);
    const servers = { screen: { command: 'node', args: ['screen.mjs'] }, other: { command: 'other' } };
    const nodes = [saved('a', 'ListWindows'), saved('b', 'ListWindows', {}, { server: 'other' })];
    const graph = graphIn(graphText(nodes, [edge('a', 'b')], { servers }));
    expect(graph.servers.map(({ id, command }) => [id, command])).toEqual([
      ['screen', 'node'],
      ['other', 'other'],
    ]);
    expect(graph.nodes.map(({ fields }) => fields.server)).toEqual(['screen', 'other']);
  });
});

describe('AiStep', () => {
  test('is a model with the tools that it is allowed, all of them when none are named', () => {
    const fields = { prompt: 'Look.', ask: [], images: [] };
    expect(nodeIn(only('AiStep', { prompt: 'Look.', max_tool_calls: null, allowed_tools: null }), 'it').fields).toEqual(
      {
        ...fields,
        max_tool_calls: 10,
        tools: ['desktop.*'],
      },
    );
    const limits = { max_tool_calls: 3, allowed_tools: ['click', 'find_text'], timeout_ms: 5000 };
    expect(nodeIn(only('AiStep', { prompt: 'Look.', ...limits }), 'it').fields).toEqual({
      ...fields,
      max_tool_calls: 3,
      tools: ['desktop.click', 'desktop.find_text'],
      time_limit: '5000ms',
    });
    const none = graphIn(only('AiStep', { prompt: 'Look.', allowed_tools: [] }));
    expect([none.nodes[0]?.fields.tools, none.servers]).toEqual([[], []]);
  });

  test('is told what to look for as its system tells it', () => {
    const { fields } = nodeIn(
      only('AiStep', { prompt: 'Go.', button_text: 'Buy ${it}', template_image: 'a.png' }),
      'it',
    );
    expect(fields.prompt).toBe('Go.\nButton to find: "Buy $${it}"\nImage to find: a.png');
  });

  test('without a prompt has its name for one, which is told', () => {
    const text = only('AiStep', { prompt: '' }, { name: 'Find the door' });
    expect(nodeIn(text, 'find_the_door').fields.prompt).toBe('Find the door');
    expect(toldOf(text)).toEqual(['no_prompt 6:10 AiStep "Find the door" has no prompt: its name is taken for one']);
  });
});

test('what every node says: tries, pauses, limits, a switch to turn it off', () => {
  const more = {
    name: 'Press (it)',
    retries: 2,
    timeout_ms: 30_000,
    settle_ms: 250,
    enabled: false,
    trace_level: 'Off',
  };
  expect(nodeIn(only('PressKey', { key: 'a' }, more), 'press__it_')).toMatchObject({
    name: 'Press (it)',
    retry: { attempts: 3, backoff: 0 },
    timeout: 30_000,
    settle: 250,
    enabled: false,
    trace: 'off',
    on_failure: 'fail',
  });
  expect(nodeIn(only('PressKey', { key: 'a' }), 'it')).toMatchObject({
    retry: { attempts: 1 },
    timeout: null,
    trace: 'full',
    enabled: true,
  });
});

describe('checks', () => {
  const check = (check_type: string, params: unknown, on_fail = 'FailNode') => ({
    name: 'c',
    check_type,
    params,
    on_fail,
  });
  const checksOf = (more: Record<string, unknown>, params = {}) =>
    nodeIn(only('ListWindows', params, more), 'it').checks;

  test('are judged when the run has ended, each by its kind', () => {
    const checks = [
      check('TextPresent', { text: 'Hello' }),
      check('TextAbsent', { text: 'Error' }, 'WarnOnly'),
      check('TemplateFound', { template: 'tick.png' }),
      check('WindowTitleMatches', { title: 'Notes' }),
      check('ScreenshotMatch', { like: 'that' }),
    ];
    const after = { when: 'after', on_fail: 'fail' };
    expect(checksOf({ checks, expected_outcome: 'It is ${open}' })).toEqual([
      { ...after, type: 'text_present', name: 'c', text: 'Hello' },
      { ...after, type: 'text_absent', name: 'c', text: 'Error', on_fail: 'warn' },
      { ...after, type: 'template_found', name: 'c', template: 'tick.png' },
      { ...after, type: 'window_title_matches', name: 'c', title: 'Notes' },
      expect.objectContaining({ type: 'judge', question: 'c: ScreenshotMatch: {"like":"that"}' }),
      expect.objectContaining({ ...after, type: 'judge', question: 'It is $${open}' }),
    ]);
  });

  test('of a node that verifies are judged on the spot, as is what an action says it does', () => {
    expect(checksOf({ role: 'Verification', expected_outcome: 'Open' })).toMatchObject([{ when: 'inline' }]);
    expect(checksOf({}, { verification_method: 'Vlm', verification_assertion: 'Open' })).toMatchObject([
      { type: 'judge', question: 'Open', when: 'inline' },
    ]);
  });

  test('of the whole intent are made where the graph ends', () => {
    const nodes = [saved('a', 'ListWindows'), saved('b', 'ListWindows')];
    const graph = graphIn(graphText(nodes, [edge('a', 'b')], { intent: 'Tidy up', verify_outcome: true }));
    expect(graph.description).toBe('Tidy up');
    expect(graph.nodes.slice(0, 2).map(({ checks }) => checks.length)).toEqual([0, 1]);
  });
});

test('groups are said in the description of their nodes', () => {
  const groups = [
    { id: 'g1', name: 'Outer', color: '#fff', node_ids: ['a'], parent_group_id: null },
    { id: 'g2', name: 'Inner', color: '#fff', node_ids: ['b', 'gone'], parent_group_id: 'g1' },
  ];
  const text = graphText([saved('a', 'ListWindows'), saved('b', 'ListWindows')], [edge('a', 'b')], { groups });
  expect(graphIn(text).nodes.map(({ description }) => description)).toEqual(['Group: Outer', 'Group: Outer / Inner']);
  expect(toldOf(text)).toEqual([
    `unknown_member ${placeOf(text, '"gone"')} the group "Inner" has a node "gone", which there is not`,
  ]);
});

test('what another node gave is referred to by its node and field', () => {
  const found = saved('f', 'FindText', { search_text: 'x' }, { auto_id: 'find_text_1', name: 'Look' });
  const of = (type: string, params: Record<string, unknown>) =>
    nodeIn(graphText([found, saved('it', type, params)], [edge('f', 'it')]), 'it').fields;
  expect(of('TypeText', { text: '', text_ref: { node: 'find_text_1', field: 'text' } })).toMatchObject({
    arguments: { text: "${find_text_1.text ?? ''}" },
  });
  expect(of('Click', { target: null, target_ref: { node: 'find_text_1', field: 'coordinates' } })).toMatchObject({
    arguments: { x: '${find_text_1.x ?? null}', y: '${find_text_1.y ?? null}' },
  });
  expect(of('AiStep', { prompt: 'Sum up', prompt_ref: { node: 'find_text_1', field: 'text' } })).toMatchObject({
    prompt: "Sum up\n${find_text_1.text ?? ''}",
  });
});

test('texts are no templates, whatever they look like', () => {
  const text = only('McpToolCall', { tool_name: 'say', arguments: { a: 'cost ${x}', b: ['{{ask_user}}', '$${y}'] } });
  expect(nodeIn(text, 'it').fields.arguments).toEqual({ a: 'cost $${x}', b: ["${'{{'}ask_user}}", '$$${y}'] });
});

describe('what cannot be done as it is written is told, and nothing is dropped in silence', () => {
  test('a type that is not known is kept as it is written, and a person is asked to do it', () => {
    const text = graphText(
      [saved('t', 'Teleport', { to: 'Mars ${now}' }), saved('b', 'ListWindows')],
      [edge('t', 'b')],
    );
    expect(nodeIn(text, 't')).toMatchObject({
      type: 'gate',
      fields: {
        kind: 'question',
        message: expect.stringContaining('{"to":"Mars $${now}"}'),
        on: { done: 'b', stop: 'fail' },
      },
    });
    expect(toldOf(text)).toEqual([
      'unknown_node_type 6:10 Teleport "t" cannot be run here: a person is asked to do it',
    ]);
  });

  test.each([
    [{ target: { kind: 'ExactLabel', value: 'Send ${it}' } }],
    [{ target: { kind: 'Intent', value: 'Send ${it}' } }],
    [{ uid: 'Send ${it}' }],
  ])('an element that is only named is looked for by a model: %j', (params) => {
    const text = only('CdpClick', params);
    expect(nodeIn(text, 'it')).toMatchObject({
      type: 'ai',
      fields: {
        prompt: expect.stringContaining('Use cdp_click on this element of the page: “Send $${it}”.'),
        tools: ['desktop.cdp_take_snapshot', 'desktop.cdp_find_elements', 'desktop.cdp_click'],
      },
    });
    expect(codesOf(text)).toEqual(['by_model']);
  });

  test('a button of a window is pointed at in words', () => {
    const text = only('Click', { target: { type: 'WindowControl', action: 'Close' } });
    expect(nodeIn(text, 'it').fields).toMatchObject({ tool: 'click', target: 'Close window' });
    expect(codesOf(text)).toEqual(['in_words']);
  });

  test('parameters that are never sent, and parts that a graph does not have', () => {
    const params = { search_text: 'x', match_mode: 'Exact', scope: 'Notes', select_result: null };
    const text = graphText([saved('it', 'FindText', params)], [], { theme: 'dark', auto_approve_resolutions: true });
    expect(codesOf(text)).toEqual(['unused_param', 'unused_param', 'unused_key', 'unused_key']);
  });

  test('checks of a node that only decides', () => {
    const text = graphText([saved('t', 'Teleport', {}, { expected_outcome: 'There' })]);
    expect(codesOf(text)).toEqual(['unknown_node_type', 'not_judged']);
  });

  test.each([
    ['TypeText', {}, 'missing 6:10 TypeText "it" needs "text"'],
    ['McpToolCall', { tool_name: '', arguments: {} }, 'missing 6:10 McpToolCall "it" needs "tool_name"'],
    ['FindText', { search_text: null }, 'missing 6:10 FindText "it" needs "search_text"'],
  ])('%s %j lacks what it needs', (type, params, told) => {
    expect(toldOf(only(type, params))).toContain(told);
  });
});

test('other ways to write a type are read too', () => {
  const as = (node_type: unknown, more = {}) => ({ id: 'it', name: 'it', node_type, ...more });
  for (const node of [as({ PressKey: { key: 'a' } }), as('PressKey', { key: 'a' })]) {
    expect(nodeIn(graphText([node]), 'it').fields).toMatchObject({ tool: 'press_key', arguments: { key: 'a' } });
  }
  expect(loadWorkflow(graphText([as(null)])).problems).toMatchObject([{ code: 'missing' }]);
});
