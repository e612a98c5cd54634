// A tool that points at something may be told in words what to point at. The same server finds it: a window among its windows,
// an element in a browser's snapshot, a text on the screen; and the tool gets the place. What was matched by a model is
// remembered for the run; an attempt after a failed one forgets it first, names before the app that they belong to.
import type { NodeContext } from '../contract/node-context.ts';
import { failure } from '../contract/outcome.ts';
import { type Aim, notFound, type Resolved } from './aim.ts';
import { referenceArgument, resolveElement, snapshotTool } from './find-element.ts';
import { finder, findText } from './find-text.ts';
import { resolveWindow, windowArguments } from './find-window.ts';

const focusTool = 'focus_window';
const windowTools = [focusTool, 'take_screenshot'];

export function forgetTarget({ target, tool }: Pick<Aim, 'target' | 'tool'>, { pointing }: NodeContext): void {
  for (const key of [JSON.stringify([target, pointing.focused]), JSON.stringify([target, null])])
    pointing.elements.delete(key);
  pointing.apps.delete(target);
  if (tool === focusTool) pointing.focused = null;
}

/** Texts are looked for in the app that was focused last. */
export function rememberFocus(tool: string, args: Record<string, unknown>, target: string | null, ctx: NodeContext) {
  if (tool !== focusTool) return;
  const { pointing } = ctx;
  const app = typeof args.app_name === 'string' ? args.app_name : target;
  pointing.focused = app === null ? null : (pointing.apps.get(app) ?? app);
}

export async function resolveTarget(aim: Aim, ctx: NodeContext): Promise<Resolved> {
  const isGiven = (names: readonly string[]) => names.some((name) => aim.arguments[name] !== undefined);
  if (windowTools.includes(aim.tool))
    return isGiven(windowArguments) ? { arguments: aim.arguments } : resolveWindow(aim, ctx);
  if (isGiven(['x', 'y', 'ref', 'target'])) return { arguments: aim.arguments };
  const tools = await ctx.listTools(aim.server);
  const has = (name: string) => tools.some((one) => one.name === name);
  const argument = referenceArgument(tools.find(({ name }) => name === aim.tool)?.input_schema.properties);
  if (argument !== null && has(snapshotTool)) return resolveElement(aim, argument, ctx);
  if (has(finder)) return resolveText(aim, ctx);
  const message = `server "${aim.server}" has neither ${finder} nor ${snapshotTool}, so ${aim.tool} cannot be pointed in words`;
  return failure('tool_error', message);
}

async function resolveText(aim: Aim, ctx: NodeContext): Promise<Resolved> {
  const { server, tool, target } = aim;
  const found = await findText(server, target, {}, ctx);
  if ('suspended' in found) return found;
  if (found.problem !== null) return failure('tool_error', found.problem);
  const { x, y } = found.matches[0] ?? {};
  if (typeof x !== 'number' || typeof y !== 'number') return notFound(target, found.available, found.reason);
  const resolved = { ...aim.arguments, x, y };
  ctx.trace('target_resolved', { target, tool, arguments: resolved });
  return { arguments: resolved };
}
