// Which MCP tool each type of node calls, and with what. A `target` is what to point at in words; it is found on the screen
// before the call. Types that came to this format later are here too.
import type { SourceNode } from '../../source/source-tree.ts';
import { givenIn, type Part, textIn } from '../borrowed-tree.ts';
import type { Params } from './params.ts';

export type Call = {
  tool: Part;
  target?: Part;
  arguments?: Record<string, Part>;
  /** A value of the file that is all the arguments there are. */
  whole?: SourceNode | undefined;
  /** An element of a page that only a model finds, in words. */
  find?: string;
};

function screenshot(p: Params): Call {
  const mode = p.word('mode', 'screen');
  const target = p.filled('target');
  const common = { mode, include_ocr: p.given('include_ocr') ?? true };
  const isWindow = p.text('mode')?.toLowerCase() === 'window';
  if (target && isWindow) return { tool: 'take_screenshot', target, arguments: common };
  return { tool: 'take_screenshot', arguments: { ...common, app_name: target } };
}

/** Only the text is ever sent; a text that merely occurs is what the tool looks for anyway. */
function findText(p: Params): Call {
  p.ignore('match_mode', 'Exact');
  return { tool: 'find_text', arguments: { text: p.given('search_text') } };
}

function focusWindow(p: Params): Call {
  for (const key of ['bring_to_front', 'app_kind', 'chrome_profile_id']) p.ignore(key);
  const method = p.text('method') ?? 'AppName';
  const value = p.referred('value');
  if (method === 'AppName')
    return { tool: 'focus_window', target: p.text('value') === '' ? undefined : value, arguments: {} };
  const id = p.text('value') ?? '';
  const key = method === 'Pid' ? 'pid' : 'window_id';
  return { tool: 'focus_window', arguments: /^\d+$/.test(id) ? { [key]: Number(id) } : {} };
}

/** In words, at a place, or where another node found something. */
function aim(p: Params): { target?: Part; at: Record<string, Part> } {
  const found = p.reference('target_ref');
  if (found) return found.x === undefined ? { target: found.text, at: {} } : { at: { x: found.x, y: found.y } };
  const target = p.filled('target');
  const own = { x: p.given('x'), y: p.given('y') };
  if (target?.value.kind !== 'map') return own.x === undefined && target ? { target, at: own } : { at: own };
  const inside = (key: string) => givenIn(target.value, key);
  if (textIn(target.value, 'type') === 'Coordinates') return { at: { x: inside('x'), y: inside('y') } };
  const control = textIn(target.value, 'action');
  return { target: control === undefined ? inside('text') : `${control} window`, at: {} };
}

function click(p: Params): Call {
  const { target, at } = aim(p);
  const how = { button: p.word('button', 'left'), click_count: p.given('click_count') ?? 1 };
  return { tool: 'click', target, arguments: { ...at, ...how } };
}

function hover(p: Params): Call {
  p.ignore('dwell_ms');
  const { target, at } = aim(p);
  return { tool: 'move_mouse', target, arguments: at };
}

function drag(p: Params): Call {
  const end = (name: string) => {
    const found = p.reference(`${name}_ref`);
    const [x, y] = [p.given(`${name}_x`), p.given(`${name}_y`)];
    return { [`${name}_x`]: found?.x ?? x, [`${name}_y`]: found?.y ?? y };
  };
  return { tool: 'drag', arguments: { ...end('from'), ...end('to') } };
}

const pressKey =
  (tool: string) =>
  (p: Params): Call => {
    const modifiers = p.given('modifiers');
    const isEmpty = modifiers?.value.kind === 'list' && modifiers.value.items.length === 0;
    return { tool, arguments: { key: p.given('key'), modifiers: isEmpty ? undefined : modifiers } };
  };

/** What acts on an element of a page: by the uid that it has there, or by its label or words that say which is meant. */
const onElement =
  (tool: string) =>
  (p: Params): Call => {
    const [target, label] = [p.filled('target'), p.filled('uid')];
    const said = target ? (givenIn(target.value, 'value') ?? target) : label;
    const isUid = target !== undefined && textIn(target.value, 'kind') === 'ResolvedUid';
    if (isUid || said?.value.kind !== 'scalar') return { tool, arguments: { uid: said } };
    return { tool, find: said.value.text };
  };

/** Arguments that are called as the parameters are. */
const named =
  (tool: string, ...keys: string[]) =>
  (p: Params): Call => ({
    tool,
    arguments: Object.fromEntries(keys.map((key) => [key, p.referred(key)])),
  });

const calls: Record<string, (p: Params) => Call> = {
  TakeScreenshot: screenshot,
  FindText: findText,
  FindImage: (p) => ({
    tool: 'find_image',
    arguments: {
      template_image_base64: p.filled('template_image'),
      threshold: p.given('threshold') ?? 0.88,
      max_results: p.given('max_results') ?? 3,
    },
  }),
  Click: click,
  TypeText: named('type_text', 'text'),
  PressKey: pressKey('press_key'),
  Scroll: (p) => ({
    tool: 'scroll',
    arguments: { delta_y: p.given('delta_y') ?? 0, x: p.given('x'), y: p.given('y') },
  }),
  ListWindows: (p) => ({ tool: 'list_windows', arguments: { app_name: p.filled('app_name') } }),
  FocusWindow: focusWindow,
  McpToolCall: (p) => ({ tool: p.given('tool_name'), whole: p.given('arguments')?.value }),
  AppDebugKitOp: (p) => ({ tool: p.given('operation_name'), whole: p.given('parameters')?.value }),
  FindApp: named('list_apps', 'search'),
  Hover: hover,
  Drag: drag,
  LaunchApp: named('launch_app', 'app_name'),
  QuitApp: named('quit_app', 'app_name'),
  CdpClick: onElement('cdp_click'),
  CdpHover: onElement('cdp_hover'),
  CdpFill: (p) => ({ tool: 'cdp_fill', arguments: { uid: p.given('uid'), value: p.referred('value') } }),
  CdpType: named('cdp_type_text', 'text'),
  CdpPressKey: pressKey('cdp_press_key'),
  CdpNavigate: named('cdp_navigate', 'url'),
  CdpNewPage: (p) => ({
    tool: 'cdp_new_page',
    arguments: { url: p.text('url') === undefined ? undefined : p.referred('url') },
  }),
  CdpClosePage: named('cdp_close_page', 'page_index'),
  CdpSelectPage: (p) => ({ tool: 'cdp_select_page', arguments: { page_index: p.given('page_index') ?? 0 } }),
  CdpWait: (p) => ({
    tool: 'cdp_wait_for',
    arguments: { text: p.given('text'), timeout_ms: p.given('timeout_ms') ?? 10_000 },
  }),
  CdpHandleDialog: (p) => ({
    tool: 'cdp_handle_dialog',
    arguments: { accept: p.given('accept') ?? true, prompt_text: p.given('prompt_text') },
  }),
};

/** By type. */
export const toolCalls: ReadonlyMap<string, (p: Params) => Call> = new Map(Object.entries(calls));

/** Without these there is nothing to call. */
export const neededParams: ReadonlyMap<string, string> = new Map([
  ['FindText', 'search_text'],
  ['TypeText', 'text'],
  ['PressKey', 'key'],
  ['McpToolCall', 'tool_name'],
  ['AppDebugKitOp', 'operation_name'],
  ['LaunchApp', 'app_name'],
  ['QuitApp', 'app_name'],
  ['CdpPressKey', 'key'],
]);
