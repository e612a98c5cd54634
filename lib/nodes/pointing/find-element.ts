// Elements of a page, for servers of browsers: they tell all that is there in a snapshot, each with a reference by which tools
// point. Words mean the element that is called so, else one that a model chooses; its name is remembered, never its
// reference, which is good for one snapshot alone.
import type { NodeContext } from '../contract/node-context.ts';
import { failure } from '../contract/outcome.ts';
import { chooseOne } from '../model/choose-one.ts';
import { answerText } from '../parts/tool-answer.ts';
import { type Aim, isFields, notFound, type Resolved } from './aim.ts';

export const snapshotTool = 'browser_snapshot';

type Element = { name: string; ref: string };

/** Lines like `- button "Sign in" [ref=e12]` and `- generic [ref=e5]: Hello`. */
const line = /^\s*- '?([\w-]+)(?: "((?:[^"\\]|\\.)*)")?[^\n]*?\[ref=([^\]\s]+)\][^\n:]*(?::[ \t]*([^\n]+))?/gm;

function elementsIn(snapshot: string): Element[] {
  return [...snapshot.matchAll(line)].flatMap(([, role = '', quoted, ref = '', text]) => {
    const name = (quoted?.replace(/\\(.)/g, '$1') ?? text?.replace(/^"|"$/g, '') ?? '').trim();
    return name === '' ? [] : [{ name: `${role} "${name}"`, ref }];
  });
}

const nameOf = ({ name }: Element) => /"(.*)"$/.exec(name)?.[1] ?? name;

function called(elements: Element[], words: string): Element | undefined {
  const wanted = words.toLowerCase();
  return (
    elements.find((one) => one.name === words || nameOf(one) === words) ??
    elements.find((one) => nameOf(one).toLowerCase() === wanted) ??
    elements.find((one) => one.name.replaceAll('"', '').toLowerCase() === wanted)
  );
}

/** By which of its arguments a tool takes a reference; null when it takes none. */
export function referenceArgument(properties: unknown): 'ref' | 'target' | null {
  if (!isFields(properties)) return null;
  return 'ref' in properties ? 'ref' : 'target' in properties ? 'target' : null;
}

export async function resolveElement(aim: Aim, argument: 'ref' | 'target', ctx: NodeContext): Promise<Resolved> {
  const { server, tool, target } = aim;
  const answer = await ctx.callTool(server, snapshotTool, {});
  if (answer.isError) return failure('tool_error', `${snapshotTool} answered: ${answerText(answer)}`);
  const elements = elementsIn(answerText(answer));
  const { elements: known } = ctx.pointing;
  const key = JSON.stringify([target, null]);
  let element = called(elements, known.get(key) ?? target) ?? called(elements, target);
  if (!element) {
    if (ctx.isOverBudget()) return { suspended: { reason: 'budget' } };
    const names = elements.map(({ name }) => name);
    const { chosen, reason } = await chooseOne(ctx, target, names);
    if (chosen === null) return notFound(target, names, reason);
    ctx.trace('element_resolved', { target, element: chosen });
    element = called(elements, chosen);
    known.set(key, chosen);
  }
  if (!element) return notFound(target, [], 'the page changed');
  const resolved = { element: element.name, [argument]: element.ref, ...aim.arguments };
  ctx.trace('target_resolved', { target, tool, arguments: resolved });
  return { arguments: resolved };
}
