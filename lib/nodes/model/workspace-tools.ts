// The tools a model gets without a server: files of the run's workspace, and commands as argv lists in it.
import { z } from 'zod';
import type { ActingContext, NodeContext, ToolResult } from '../contract/node-context.ts';
import type { WorkspaceToolName } from './model-tools.ts';

type WorkspaceTool = {
  description: string;
  parameters: z.ZodObject;
  run(args: never, world: ActingContext): Promise<string>;
};

const path = z.string().min(1).describe('Relative to the workspace');

function define<Shape extends z.ZodRawShape>(
  description: string,
  shape: Shape,
  run: (args: z.infer<z.ZodObject<Shape>>, world: ActingContext) => Promise<string>,
): WorkspaceTool {
  return { description, parameters: z.strictObject(shape), run: run as WorkspaceTool['run'] };
}

const tools: Record<WorkspaceToolName, WorkspaceTool> = {
  read_file: define('Reads a text file of the workspace.', { path }, (args, world) => world.files.read(args.path)),
  write_file: define(
    'Writes a text file in the workspace, replacing what was there.',
    { path, content: z.string() },
    async (args, world) => {
      await world.files.write(args.path, args.content);
      return `${args.path} is written`;
    },
  ),
  edit_file: define(
    'Replaces a piece of text in a file of the workspace. It must stand there exactly once.',
    { path, find: z.string().min(1), replace: z.string() },
    async (args, world) => {
      const before = await world.files.read(args.path);
      const times = before.split(args.find).length - 1;
      if (times !== 1) throw new Error(`the text to replace stands ${times} times in ${args.path}; it must be once`);
      await world.files.write(
        args.path,
        before.replace(args.find, () => args.replace),
      );
      return `${args.path} is changed`;
    },
  ),
  list_files: define(
    'Lists a folder of the workspace; without a path, the workspace itself.',
    { path: path.optional() },
    async (args, world) => {
      const found = await world.files.list(args.path ?? '.');
      const lines = found.map(({ name, isDirectory, size }) => (isDirectory ? `${name}/` : `${name} (${size} bytes)`));
      return lines.join('\n') || 'nothing is there';
    },
  ),
  ask_person: define(
    'Asks the people who watch over this run, and waits for their answer. Use it when something is missing or unclear.',
    {
      question: z.string().min(1),
      options: z
        .array(z.string().min(1))
        .max(10)
        .default([])
        .describe('Answers to choose from; without any, a free text'),
    },
    // People are asked by the loop, which stops for it.
    async () => 'Nobody could be asked.',
  ),
  run_command: define(
    'Runs a program in the workspace, without a shell.',
    {
      argv: z.array(z.string()).min(1).describe('Program and arguments, one entry each'),
      cwd: z.string().optional().describe('Folder to run in, relative to the workspace'),
    },
    async (args, world) => {
      const ran = await world.runCommand({ argv: args.argv, cwd: args.cwd });
      const end = ran.exit_code === null ? `ended by ${ran.signal}` : `exit code ${ran.exit_code}`;
      const errors = ran.stderr === '' ? '' : `\nstderr:\n${ran.stderr}`;
      return `${end}\n${ran.stdout}${errors}`;
    },
  ),
};

/** Null when the arguments are no question. */
export function questionOf(args: Record<string, unknown>): { question: string; options: string[] } | null {
  const { data } = tools.ask_person.parameters.safeParse(args);
  return (data as { question: string; options: string[] } | undefined) ?? null;
}

export function describeWorkspaceTool(name: WorkspaceToolName) {
  const { description, parameters } = tools[name];
  const { $schema, ...schema } = z.toJSONSchema(parameters);
  return { description, parameters: schema as Record<string, unknown> };
}

/** Traced like a call of a server called `workspace`. */
export async function runWorkspaceTool(
  name: WorkspaceToolName,
  args: Record<string, unknown>,
  ctx: NodeContext,
): Promise<ToolResult> {
  const tool = tools[name];
  const read = tool.parameters.safeParse(args);
  if (!read.success) return { isError: true, content: [{ type: 'text', text: z.prettifyError(read.error) }] };
  const place = { server: 'workspace', tool: name };
  const isReadOnly = name === 'read_file' || name === 'list_files';
  ctx.trace('tool_call', { ...place, arguments: args, ...(isReadOnly ? { read_only: true } : {}) });
  const began = performance.now();
  const traceResult = (text: string, isError: boolean) =>
    ctx.trace('tool_result', {
      ...place,
      text: text.slice(0, 8192),
      images: 0,
      is_error: isError,
      ms: Math.round(performance.now() - began),
    });
  try {
    const text = await tool.run(read.data as never, ctx.ofModel);
    traceResult(text, false);
    return { isError: false, content: [{ type: 'text', text }] };
  } catch (error) {
    traceResult((error as Error).message, true);
    throw error;
  }
}
