// What a planner's step must say to be used, and how the call of a tool that it names is completed: as if it had become a
// node and been run, with the defaults that its system gives on that way.
import { childOf, type SourceMap } from '../../source/source-tree.ts';
import { givenIn, type Part, textIn } from '../borrowed-tree.ts';
import { conditionFault, type Fault } from './condition.ts';
import { isMap } from './graph-file.ts';
import type { Params } from './params.ts';
import type { Call } from './tool-calls.ts';

const stepTypes = ['Tool', 'AiTransform', 'AiStep', 'If', 'Switch', 'Loop', 'EndLoop'];
const neededArguments = new Map([
  ['find_text', 'text'],
  ['type_text', 'text'],
  ['press_key', 'key'],
]);

const lacks = (what: string) => ({ message: `it has no "${what}"` });

/** Why a step is left out; null when it is not. In a flat plan the end of a loop need not say of which. */
export function planFault(step: SourceMap, isFlat: boolean): (Partial<Fault> & { message: string }) | null {
  const type = textIn(step, 'step_type') ?? '';
  if (!stepTypes.includes(type)) return { message: `"${type}" is not a type of step` };
  const missing = (...keys: string[]) => keys.find((key) => givenIn(step, key) === undefined);
  switch (type) {
    case 'Tool': {
      const lacking = missing('tool_name', 'arguments');
      const argument = neededArguments.get(textIn(step, 'tool_name') ?? '');
      if (lacking !== undefined) return lacks(lacking);
      const isThere = argument === undefined || givenIn(childOf(step, 'arguments'), argument);
      return isThere ? null : { message: `${textIn(step, 'tool_name')} needs "${argument}"` };
    }
    case 'AiStep':
    case 'AiTransform': {
      const lacking = type === 'AiStep' ? missing('prompt') : missing('kind', 'input_ref');
      return lacking === undefined ? null : lacks(lacking);
    }
    case 'If':
      return conditionFault(childOf(step, 'condition'), step);
    case 'Loop':
      return conditionFault(childOf(step, 'exit_condition'), step);
    case 'EndLoop':
      return isFlat || missing('loop_id') === undefined ? null : lacks('loop_id');
    default:
      return null;
  }
}

type Completed = { target?: Part; own: Record<string, Part>; without: string[] };

const completions: Record<string, (p: Params) => Completed> = {
  take_screenshot: (p) => {
    const isWindow = !['screen', 'region'].includes(p.text('mode') ?? '');
    const app = isWindow ? p.filled('app_name') : undefined;
    return { target: app, own: { mode: 'window', include_ocr: true }, without: app ? ['app_name'] : [] };
  },
  find_image: (p) => {
    const template = p.given('template_image_base64') ? undefined : p.given('template_id');
    const own = { threshold: 0.75, max_results: 3, ...(template ? { template_image_base64: template } : {}) };
    return { own, without: template ? ['template_id'] : [] };
  },
  click: (p) => {
    const target = p.given('x') ? undefined : (p.filled('target') ?? p.filled('text'));
    return { target, own: { button: 'left', click_count: 1 }, without: ['target', 'text'] };
  },
  focus_window: (p) => {
    const app = p.given('window_id') || p.given('pid') ? undefined : p.filled('app_name');
    return { target: app, own: {}, without: app ? ['app_name'] : [] };
  },
  scroll: () => ({ own: { delta_y: 0 }, without: [] }),
};

const completed = new Map(Object.entries(completions));

/** `p` reads the arguments of the step. */
export function plannedCall(step: SourceMap, p: Params): Call {
  const tool = givenIn(step, 'tool_name');
  const written = childOf(step, 'arguments');
  const { target, own, without } = completed.get(textIn(step, 'tool_name') ?? '')?.(p) ?? { own: {}, without: [] };
  const keys = isMap(written) ? written.entries.map(({ key }) => key).filter((key) => !without.includes(key)) : [];
  const given = Object.fromEntries(keys.map((key) => [key, p.given(key)]));
  return { tool, target, arguments: { ...own, ...withoutUndefined(given) } };
}

const withoutUndefined = <Value>(record: Record<string, Value | undefined>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Record<string, Value>;
