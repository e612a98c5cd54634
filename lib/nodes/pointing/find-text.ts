// Text on the screen, by the server's own find_text, in the app that is focused. A text that is not there is matched by a model
// with one of the elements that are, and looked for once more under that name, which is remembered.
import type { NodeContext, ToolResult } from '../contract/node-context.ts';
import type { Suspended } from '../contract/outcome.ts';
import { chooseOne } from '../model/choose-one.ts';
import { answerText, answerValue } from '../parts/tool-answer.ts';
import { isFields, listIn, textIn } from './aim.ts';

export const finder = 'find_text';

/** `problem` is why the server could not even look. */
type Found = { answer: ToolResult; matches: Record<string, unknown>[]; available: string[]; problem: string | null };
export type FoundText = Found & { reason: string };

async function look(server: string, args: Record<string, unknown>, ctx: NodeContext): Promise<Found> {
  const answer = await ctx.callTool(server, finder, args);
  // A server may also tell a miss as an error, with what is there beside it.
  const value = answerValue(answer);
  const available = (isFields(value) ? listIn(value.available_elements, []) : [])
    .map((one) => textIn(one, ['text', 'name', 'label', 'title']))
    .filter((name) => name !== '');
  return {
    answer,
    matches: listIn(value, ['matches', 'results']).filter(isFields),
    available,
    problem: answer.isError && available.length === 0 ? `${finder} answered: ${answerText(answer)}` : null,
  };
}

/** The focused app narrows the search, where the tool takes it and the file does not say otherwise. */
async function scoped(server: string, given: Record<string, unknown>, ctx: NodeContext) {
  const { focused } = ctx.pointing;
  if (focused === null || 'app_name' in given) return given;
  const tool = (await ctx.listTools(server)).find(({ name }) => name === finder);
  const properties = tool?.input_schema.properties;
  return isFields(properties) && 'app_name' in properties ? { ...given, app_name: focused } : given;
}

export async function findText(
  server: string,
  text: string,
  given: Record<string, unknown>,
  ctx: NodeContext,
): Promise<FoundText | Suspended> {
  const { elements, focused } = ctx.pointing;
  const key = JSON.stringify([text, focused]);
  const args = await scoped(server, given, ctx);
  const found = await look(server, { ...args, text: elements.get(key) ?? text }, ctx);
  const nothing = 'the server lists nothing that is there';
  if (found.matches.length > 0 || found.available.length === 0) return { ...found, reason: nothing };
  if (ctx.isOverBudget()) return { suspended: { reason: 'budget' } };
  const { chosen, reason } = await chooseOne(ctx, text, found.available);
  if (chosen === null) return { ...found, reason };
  ctx.trace('element_resolved', { target: text, element: chosen });
  const again = await look(server, { ...args, text: chosen }, ctx);
  if (again.matches.length > 0) elements.set(key, chosen);
  return { ...again, available: found.available, reason: `"${chosen}" was chosen, and not found either` };
}
