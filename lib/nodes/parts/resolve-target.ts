// A tool that points at something may be told in words what to point at: the same server finds the text on the screen, or
// the window among its windows, and the tool gets the place. Words that match nothing exactly are matched by a model, with
// a name that is really there; what it chose is traced.

import type { NodeContext } from '../contract/node-context.ts';
import { failure, type Outcome, type Suspended } from '../contract/outcome.ts';
import { chooseOne } from '../model/choose-one.ts';
import { answerText, answerValue } from './tool-answer.ts';

export type Aim = { server: string; tool: string; target: string; arguments: Record<string, unknown> };
export type Resolved = { arguments: Record<string, unknown> } | Outcome | Suspended;

const windowTools = ['focus_window', 'take_screenshot'];
const windowArguments = ['window_id', 'pid', 'app_name'] as const;
const mostNamed = 20;

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

export async function resolveTarget(aim: Aim, ctx: NodeContext): Promise<Resolved> {
  const isGiven = (names: readonly string[]) => names.some((name) => aim.arguments[name] !== undefined);
  if (windowTools.includes(aim.tool)) {
    return isGiven(windowArguments) ? { arguments: aim.arguments } : resolveWindow(aim, ctx);
  }
  return isGiven(['x', 'y']) ? { arguments: aim.arguments } : resolveText(aim, ctx);
}

/** The list in an answer: the answer itself, or the first of its named lists. */
function listIn(value: unknown, names: string[]): unknown[] {
  if (Array.isArray(value)) return value;
  const found = isFields(value) ? names.map((name) => value[name]).find(Array.isArray) : undefined;
  return (found as unknown[] | undefined) ?? [];
}

function textIn(value: unknown, names: string[]): string {
  if (typeof value === 'string') return value;
  const found = isFields(value) ? names.map((name) => value[name]).find((one) => typeof one === 'string') : undefined;
  return (found as string | undefined) ?? '';
}

/** `problem` is why the server could not even look. */
type Found = { place: { x: number; y: number } | null; available: string[]; problem: string | null };

async function findText(aim: Aim, text: string, ctx: NodeContext): Promise<Found> {
  const answer = await ctx.callTool(aim.server, 'find_text', { text });
  // A server may also tell a miss as an error, with what is there beside it.
  const value = answerValue(answer);
  const available = isFields(value) ? listIn(value.available_elements, []) : [];
  const [first] = listIn(value, ['matches', 'results']).filter(isFields);
  const { x, y } = first ?? {};
  return {
    problem: answer.isError && available.length === 0 ? `find_text answered: ${answerText(answer)}` : null,
    place: typeof x === 'number' && typeof y === 'number' ? { x, y } : null,
    available: available.map((one) => textIn(one, ['text', 'name', 'label', 'title'])).filter((name) => name !== ''),
  };
}

async function resolveText(aim: Aim, ctx: NodeContext): Promise<Resolved> {
  const { tool, target } = aim;
  let found = await findText(aim, target, ctx);
  let reason = 'the server lists nothing that is there';
  const { available } = found;
  if (!found.place && available.length > 0) {
    if (ctx.isOverBudget()) return { suspended: { reason: 'budget' } };
    const choice = await chooseOne(ctx, target, available);
    reason = choice.reason;
    if (choice.chosen !== null) {
      ctx.trace('element_resolved', { target, element: choice.chosen });
      found = await findText(aim, choice.chosen, ctx);
      reason = `"${choice.chosen}" was chosen, and not found either`;
    }
  }
  if (found.problem !== null) return failure('tool_error', found.problem);
  if (!found.place) return notFound(target, available, reason);
  const resolved = { ...aim.arguments, ...found.place };
  ctx.trace('target_resolved', { target, tool, arguments: resolved });
  return { arguments: resolved };
}

function notFound(target: string, available: string[], reason: string): Outcome {
  const there = available.slice(0, mostNamed).map((name) => `"${name}"`);
  const more = available.length > mostNamed ? ` and ${available.length - mostNamed} more` : '';
  const what = there.length > 0 ? `; there is ${there.join(', ')}${more}` : '';
  return failure('target_not_found', `"${target}" was not found${what}: ${reason}`, { target, available });
}

const appName = (window: Fields) => textIn(window, ['app_name', 'app', 'owner_name', 'owner', 'name']);
const titleOf = (window: Fields) => textIn(window, ['title', 'window_title']);
const namesOf = (window: Fields) => [appName(window), titleOf(window)].filter((name) => name !== '');

type Windows = { windows: Fields[]; problem: string | null };

async function listWindows(aim: Aim, tools: string[], ctx: NodeContext): Promise<Windows> {
  const lister = ['list_windows', 'list_apps'].find((name) => tools.includes(name));
  if (!lister) {
    const problem = `server "${aim.server}" lists neither windows nor apps; give ${windowArguments.join(' or ')}`;
    return { windows: [], problem };
  }
  const answer = await ctx.callTool(aim.server, lister, {});
  if (answer.isError) return { windows: [], problem: `${lister} answered: ${answerText(answer)}` };
  return { windows: listIn(answerValue(answer), ['windows', 'apps']).filter(isFields), problem: null };
}

function matching(windows: Fields[], target: string): Fields | undefined {
  const wanted = target.toLowerCase();
  return (
    windows.find((window) => namesOf(window).includes(target)) ??
    windows.find((window) => namesOf(window).some((name) => name.toLowerCase().includes(wanted)))
  );
}

/** The surest of what the tool takes: one window, one process, else the app's name. */
function pointTo(window: Fields, properties: Fields): Fields | null {
  const known: Fields = {
    window_id: window.window_id ?? window.id,
    pid: window.pid,
    app_name: appName(window) || undefined,
  };
  const name = windowArguments.find((one) => known[one] !== undefined && one in properties);
  if (!name) return null;
  const mode = 'mode' in properties ? { mode: 'window' } : {};
  return { ...mode, [name]: known[name] };
}

async function resolveWindow(aim: Aim, ctx: NodeContext): Promise<Resolved> {
  const { target } = aim;
  const tools = await ctx.listTools(aim.server);
  const { windows, problem } = await listWindows(
    aim,
    tools.map(({ name }) => name),
    ctx,
  );
  if (problem !== null) return failure('tool_error', problem);
  const names = windows.flatMap(namesOf);
  let window = matching(windows, target);
  let reason = 'no window or app is open';
  if (!window && names.length > 0) {
    if (ctx.isOverBudget()) return { suspended: { reason: 'budget' } };
    const { chosen, reason: why } = await chooseOne(ctx, target, names);
    reason = why;
    if (chosen !== null) window = matching(windows, chosen);
  }
  if (!window) return notFound(target, [...new Set(names)], reason);
  const schema = tools.find(({ name }) => name === aim.tool)?.input_schema.properties;
  const pointed = pointTo(window, isFields(schema) ? schema : {});
  if (!pointed) {
    const message = `"${target}" was found, but ${aim.tool} takes none of ${windowArguments.join(', ')}`;
    return failure('target_not_found', message, { target });
  }
  const resolved = { ...pointed, ...aim.arguments };
  ctx.trace('app_resolved', { app: appName(window) || titleOf(window), arguments: resolved });
  return { arguments: resolved };
}
