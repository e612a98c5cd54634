// Effects that run programs. A script is handed over as it is written: nothing is ever rendered into it, values reach it as
// arguments or in its environment, so that no value can become code.
import { z } from 'zod';
import { verbatim } from '../contract/field-kinds.ts';
import type { CommandSpec, NodeContext } from '../contract/node-context.ts';
import { asText } from '../parts/as-text.ts';
import { computedPath, storeAs, stored } from './data-path.ts';
import { defineEffect } from './define-effect.ts';
import { runProgram } from './outside.ts';

/** How each takes a script and its arguments; what follows can be no option. */
const interpreters = {
  sh: (script: string, args: string[]) => ['sh', '-c', script, 'sh', ...args],
  bash: (script: string, args: string[]) => ['bash', '-c', script, 'bash', ...args],
  python: (script: string, args: string[]) => ['python3', '-c', script, ...args],
  node: (script: string, args: string[]) => ['node', '-e', script, '--', ...args],
  ruby: (script: string, args: string[]) => ['ruby', '-e', script, '--', ...args],
};
type Interpreter = keyof typeof interpreters;

const firstLine = /^#!.*/;

/** The first line of a script may name its interpreter; else it is one for sh. */
function interpreterOf(written: Interpreter | 'auto', script: string): Interpreter {
  if (written !== 'auto') return written;
  const [named] = /(bash|python|node|ruby)[\d.]*\s*$/.exec(firstLine.exec(script)?.[0] ?? '') ?? [];
  return (Object.keys(interpreters) as Interpreter[]).find((one) => one !== 'sh' && named?.startsWith(one)) ?? 'sh';
}

async function runScript(ctx: NodeContext, interpreter: Interpreter, command: CommandSpec) {
  const [program] = command.argv;
  try {
    return await runProgram(ctx, command, `the ${program} script`);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'command_not_found') throw error;
    const hint = interpreter === 'bash' ? 'install it, or write the script for sh' : 'install it';
    throw new Error(`there is no ${program} on this machine; ${hint}`);
  }
}

const script = verbatim(z.string())
  .min(1)
  .max(100_000)
  .describe('Run as it is written: ${…} belongs to the script, values come as args or env');

const runCommand = defineEffect(
  'run_command',
  {
    interpreter: z.enum(['auto', 'bash', 'sh', 'python', 'node', 'ruby']).default('auto'),
    script,
    args: z.array(z.unknown()).default([]),
    env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.unknown()).default({}),
    working_directory: z.string().optional(),
    store_as: storeAs.optional(),
  },
  {
    writes: (one) => (one.store_as === undefined ? [] : [computedPath(one.store_as)]),
    executes: (one) => [one.script.trim()],
    async act(one, ctx) {
      const { render, renderText } = ctx.data;
      const interpreter = interpreterOf(one.interpreter, one.script);
      const args = one.args.map((value) => asText(render(value)));
      const env = Object.entries(one.env).map(([name, value]) => [name, asText(render(value))]);
      const ran = await runScript(ctx, interpreter, {
        argv: interpreters[interpreter](one.script.replace(firstLine, ''), args),
        env: Object.fromEntries(env),
        ...(one.working_directory === undefined ? {} : { cwd: renderText(one.working_directory) }),
      });
      const { stdout, stderr, exit_code, stdout_truncated: truncated } = ran;
      return one.store_as === undefined ? {} : stored(ctx.data, one.store_as, { stdout, stderr, exit_code, truncated });
    },
  },
);

async function isAvailable(ctx: NodeContext, tool: string): Promise<boolean> {
  const { exit_code } = await ctx.runCommand({ argv: ['sh', '-c', 'command -v -- "$1"', 'sh', tool] });
  return exit_code === 0;
}

const installTool = defineEffect(
  'install_tool',
  {
    tool: z.string().min(1).describe('The program that must be there afterwards'),
    install_command: z
      .union([z.array(z.unknown()).min(1), script])
      .describe('A program with its arguments, or a script for sh, which is run as it is written'),
    skip_if_available: z.boolean().default(true),
  },
  {
    executes: ({ install_command: command }) => [
      typeof command === 'string' ? command.trim() : command.map(asText).join(' '),
    ],
    async act(one, ctx) {
      const tool = ctx.data.renderText(one.tool);
      if (one.skip_if_available && (await isAvailable(ctx, tool))) return { message: `${tool} is there already` };
      const { install_command: command } = one;
      const argv =
        typeof command === 'string'
          ? interpreters.sh(command, [])
          : command.map((value) => asText(ctx.data.render(value)));
      await runProgram(ctx, { argv }, `installing ${tool}`);
      if (await isAvailable(ctx, tool)) return { message: `${tool} was installed` };
      throw new Error(`installing ${tool} ended well, but there is no program of this name`);
    },
  },
);

export const commandEffects = [runCommand, installTool];
