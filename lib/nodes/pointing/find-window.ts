// The window or app that is meant by some words: one that is called so, else one that a model chooses among those that are
// open. What was found once is remembered for the run, until an attempt with it fails.
import type { NodeContext } from '../contract/node-context.ts';
import { failure } from '../contract/outcome.ts';
import { chooseOne } from '../model/choose-one.ts';
import { answerText, answerValue } from '../parts/tool-answer.ts';
import { type Aim, type Fields, isFields, listIn, notFound, type Resolved, textIn } from './aim.ts';

export const windowArguments = ['window_id', 'pid', 'app_name'] as const;

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

export async function resolveWindow(aim: Aim, ctx: NodeContext): Promise<Resolved> {
  const { target } = aim;
  const { apps } = ctx.pointing;
  const tools = await ctx.listTools(aim.server);
  const { windows, problem } = await listWindows(
    aim,
    tools.map(({ name }) => name),
    ctx,
  );
  if (problem !== null) return failure('tool_error', problem);
  const names = windows.flatMap(namesOf);
  // An app that was chosen before is meant again, as long as it is open.
  let window = matching(windows, apps.get(target) ?? target);
  let reason = 'no window or app is open';
  if (!window && names.length > 0) {
    if (ctx.isOverBudget()) return { suspended: { reason: 'budget' } };
    const { chosen, reason: why } = await chooseOne(ctx, target, names);
    reason = why;
    if (chosen !== null) window = matching(windows, chosen);
    if (chosen !== null && window) apps.set(target, chosen);
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
