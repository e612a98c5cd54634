// One call of a tool by a model, from its name and arguments to the words that the model is told about it.
import type { NodeContext, ToolResult } from '../contract/node-context.ts';
import type { Resumption } from '../contract/outcome.ts';
import { isSame } from '../parts/is-same.ts';
import { isTooDeep } from '../parts/is-too-deep.ts';
import { takeImage } from './model-loop-images.ts';
import type { Notes } from './model-loop-notes.ts';
import type { ModelToolCall } from './model-request.ts';
import type { OfferedTool } from './model-tools-offer.ts';

const longestResult = 60_000;
const longestName = 200;
const worrying = 5;

/** Null when they are not a JSON object of some sensible depth. */
export function argumentsOf({ arguments: written }: ModelToolCall): Record<string, unknown> | null {
  try {
    const value = written.trim() === '' ? {} : JSON.parse(written);
    const isGroup = value !== null && typeof value === 'object' && !Array.isArray(value);
    return isGroup && !isTooDeep(value) ? value : null;
  } catch {
    return null;
  }
}

export type AskedCall = {
  call: ModelToolCall;
  tool: OfferedTool | undefined;
  args: Record<string, unknown> | null | undefined;
  /** What a person said about it, when one was asked. */
  answer: Extract<Resumption, { reason: 'tool' }> | null;
  offered: OfferedTool[];
};

/** What the model is told about its call. */
export async function answerCall(
  { call, tool, args, answer, offered }: AskedCall,
  notes: Notes,
  ctx: NodeContext,
): Promise<string> {
  if (!tool) {
    const wanted = call.name.slice(0, longestName);
    const message = `The model asked for "${wanted}", which is not among the tools of this node; it was refused`;
    ctx.trace('warning', { code: 'tool_refused', message });
    return `Refused: there is no tool "${wanted}" here. The tools are: ${offered.map(({ name }) => name).join(', ') || 'none'}.`;
  }
  if (!args) return 'Error: the arguments are not a JSON object, or nested too deeply; call again with one.';
  warnOfRepeating(call, tool, notes, ctx);
  if (!answer) return carryOut(tool, args, notes, ctx);
  if (!answer.allowed) return `Denied by ${answer.by}: ${answer.comment || 'no reason was given'}.`;
  const text = await carryOut(tool, answer.arguments, notes, ctx);
  if (isSame(args, answer.arguments)) return text;
  return `${answer.by} changed the arguments to ${JSON.stringify(answer.arguments)}. The result:\n${text}`;
}

/** A tool that fails is something for the model to deal with, unless the whole attempt was stopped. */
async function carryOut(
  tool: OfferedTool,
  args: Record<string, unknown>,
  notes: Notes,
  ctx: NodeContext,
): Promise<string> {
  let result: ToolResult;
  try {
    result = await tool.run(args);
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    return `Error: ${(error as Error).message}`;
  }
  const parts: string[] = [];
  for (const part of result.content) {
    if (part.type === 'text') parts.push(part.text);
    else if (part.type === 'image') parts.push(await takeImage(part, tool.label, notes, ctx));
    else parts.push(part.text ?? `[${part.mimeType ?? 'file'} at ${part.uri.slice(0, 200)}]`);
  }
  const written = parts.join('\n') || (result.structured === undefined ? '' : JSON.stringify(result.structured));
  const text =
    written.length <= longestResult ? written : `${written.slice(0, longestResult)}\n[the rest was left out]`;
  return result.isError ? `Error: ${text || 'the tool gave no reason'}` : text || 'Done; the tool said nothing.';
}

function warnOfRepeating(
  { name, arguments: written }: ModelToolCall,
  tool: OfferedTool,
  notes: Notes,
  ctx: NodeContext,
) {
  const call = `${name} ${written}`;
  notes.repeated = { call, times: notes.repeated.call === call ? notes.repeated.times + 1 : 1 };
  if (notes.repeated.times !== worrying) return;
  const message = `The model has made the same call of ${tool.label} ${worrying} times in a row`;
  ctx.trace('warning', { code: 'repeated_call', message });
}
