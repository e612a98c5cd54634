// The end of a model's work: its last text as a file, what is read out of it, and the node's result.
import { z } from 'zod';
import type { NodeContext } from '../contract/node-context.ts';
import type { Outcome } from '../contract/outcome.ts';
import { mentionedPaths } from './mentioned-paths.ts';
import type { Notes } from './model-loop-notes.ts';

export type StoppedBy = 'max_tool_calls' | 'time_limit' | null;
export type JsonSchema = Record<string, unknown>;

/** A field for a JSON Schema; one that could not be checked later is refused at once. */
export const schemaField = z.record(z.string(), z.unknown()).superRefine((schema, context) => {
  try {
    z.fromJSONSchema(schema);
  } catch (error) {
    context.addIssue({ code: 'custom', message: `is not a JSON Schema that can be used: ${(error as Error).message}` });
  }
});

export type Checked = { ok: true; value: unknown } | { ok: false; problems: string };

export function checkAnswer(schema: JsonSchema, text: string): Checked {
  const value = valueIn(text);
  if (value === undefined) return { ok: false, problems: 'the answer is not JSON' };
  const read = z.fromJSONSchema(schema).safeParse(value);
  return read.success ? { ok: true, value: read.data } : { ok: false, problems: z.prettifyError(read.error) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function valueIn(text: string): unknown {
  const trimmed = text.trim();
  const isFenced = /^```(?:json)?[ \t]*\r?\n/.test(trimmed) && trimmed.endsWith('```');
  const inner = isFenced ? trimmed.slice(trimmed.indexOf('\n'), -3) : text;
  return parsed(inner) ?? objectIn(text) ?? undefined;
}

const mostStarts = 500;

/** The object that ends last in a text, whatever stands before and after it. */
export function objectIn(text: string): Record<string, unknown> | null {
  const end = text.lastIndexOf('}');
  let start = text.lastIndexOf('{', end);
  for (let tried = 0; start !== -1 && tried < mostStarts; tried++) {
    const value = parsed(text.slice(start, end + 1));
    if (value !== undefined) return value as Record<string, unknown>;
    if (start === 0) break;
    start = text.lastIndexOf('{', start - 1);
  }
  return null;
}

const sessionLine = /\bSession:[\s*`]*([A-Za-z0-9][\w.-]*\w)/;
const sessionWord = /\b(?:WFS|TC)-[a-z][a-z0-9-]{0,100}-\d{8}\b/i;

export function sessionIn(text: string): string | null {
  return sessionLine.exec(text)?.[1] ?? sessionWord.exec(text)?.[0] ?? null;
}

const resultNames = [
  ...['text', 'output_path', 'session_id', 'artifacts', 'mentions', 'tool_calls', 'input_tokens', 'output_tokens'],
  ...['stopped_by', 'value', 'success', 'result', 'output', 'status', 'visits'],
];

/** The names of an answer that follows a schema; null where it may have others. */
export function namesGiven(schema: JsonSchema | undefined): { names: string[]; value: string[] } | null {
  const { properties, additionalProperties = false, patternProperties } = schema ?? {};
  if (schema?.type !== 'object' || additionalProperties !== false || patternProperties !== undefined) return null;
  const value = Object.keys((properties ?? {}) as object);
  return value.length === 0 ? null : { names: [...resultNames, ...value], value };
}

export type Ending = { stopped_by: StoppedBy; value?: unknown };

/** Files that a text speaks of, and the one among them that is its result: the last that holds text or data. */
async function keepMentioned(text: string, ctx: NodeContext) {
  const paths: string[] = [];
  for (const path of mentionedPaths(text, ctx.workspace)) if ((await ctx.files.find(path)) === 'file') paths.push(path);
  return { ...(await ctx.keepFiles(paths)), last: paths.findLast((path) => /\.(md|json)$/i.test(path)) };
}

/**
 * `spreads`: a JSON object in the last text is part of the result itself. The text is kept after all files, so that it
 * takes the name of none of them.
 */
export async function finishWork(notes: Notes, ctx: NodeContext, ending: Ending, spreads = false): Promise<Outcome> {
  const { kept, mentions, last } = await keepMentioned(notes.text, ctx);
  const path = await ctx.leaveFile('md', notes.text);
  const own = { name: `${ctx.nodeId}.md`, type: 'text/markdown', bytes: notes.text, path };
  const saved = await ctx.saveArtifact(own);
  const given = ending.value !== null && typeof ending.value === 'object' && !Array.isArray(ending.value);
  const found = given ? (ending.value as Record<string, unknown>) : spreads ? objectIn(notes.text) : null;
  const value = 'value' in ending ? { value: ending.value } : found ? { value: found } : {};
  return {
    ok: true,
    result: {
      ...found,
      text: notes.text,
      output_path: last ?? path,
      session_id: sessionIn(notes.text) ?? `${ctx.runId}-${ctx.nodeId}-${ctx.visit}`,
      artifacts: [...kept, ...notes.files, saved],
      mentions,
      tool_calls: notes.tool_calls,
      input_tokens: notes.input_tokens,
      output_tokens: notes.output_tokens,
      stopped_by: ending.stopped_by,
      ...value,
    },
  };
}
