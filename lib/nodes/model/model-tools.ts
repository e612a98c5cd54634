// Which tools a model may use: the allow-list of a node, exactly as it is written. It is never a template and never
// anything that a model, a tool or a file outside of the workflow says.
import { z } from 'zod';
import { verbatim } from '../contract/field-kinds.ts';
import { duration } from '../parts/duration.ts';

export const workspaceToolNames = [
  'read_file',
  'write_file',
  'edit_file',
  'list_files',
  'run_command',
  'ask_person',
] as const;
export type WorkspaceToolName = (typeof workspaceToolNames)[number];

const serverEntry = /^([A-Za-z_][A-Za-z0-9_-]*)\.(\*|[^\s*$]+)$/;

export function isWorkspaceTool(name: string): name is WorkspaceToolName {
  return (workspaceToolNames as readonly string[]).includes(name);
}

const toolEntry = z.string().refine((entry) => isWorkspaceTool(entry) || serverEntry.test(entry), {
  message: `must be "server.tool", "server.*" or one of ${workspaceToolNames.join(', ')}`,
});
const toolList = z.array(toolEntry);

/** A value of the run must not reach them. */
export const toolsField = verbatim(toolList).describe(
  'What the model may use: server.tool, server.* or a workspace tool',
);
export const askField = verbatim(toolList)
  .default([])
  .describe('Tools among `tools` that a person must allow, call by call');

/** The fields of every node that lets a model work. `tools` is left to each. */
export const modelFields = {
  model: z.string().optional().describe('A model’s name; else the role’s, else the console’s own'),
  ask: askField,
  max_tool_calls: z.number().int().min(0).default(10).describe('More calls than these are not carried out'),
  time_limit: duration.optional().describe('Ends the work as completed; `timeout` fails it'),
};

export type ToolLimits = { tools?: string[]; ask: string[] };

/** A check for zod: what people are asked about must be allowed at all. */
export function checkAsk({ tools = [...workspaceToolNames], ask }: ToolLimits, context: z.core.$RefinementCtx): void {
  for (const [index, entry] of ask.entries()) {
    if (isAllowed(tools, entry) || tools.some((tool) => isAllowed([entry], tool))) continue;
    const message = `names "${entry}", which "tools" does not allow`;
    context.addIssue({ code: 'custom', path: ['ask', index], message });
  }
}

/** `name` is `server.tool` or a workspace tool. */
export function isAllowed(entries: string[], name: string): boolean {
  return entries.some((entry) => entry === name || (entry.endsWith('.*') && name.startsWith(entry.slice(0, -1))));
}

export function serversOf(tools: string[] = []): string[] {
  return [...new Set(tools.flatMap((entry) => serverEntry.exec(entry)?.[1] ?? []))];
}

/** For the start form: which model, and what it may do without and with asking. */
export function modelWords(model: string | null | undefined, { tools = [], ask }: ToolLimits): string[] {
  const toolWords = tools.map((tool) => `tool ${tool}${isAllowed(ask, tool) ? ' (asks first)' : ''}`);
  return [`model ${model ?? 'default'}`, ...toolWords];
}
