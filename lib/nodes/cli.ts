// A command: an argv list, a script that sees values only as environment, or a known program with a prompt, so that a value
// can never become a command. In the background it outlives the console, and its end comes as a report.
import { z } from 'zod';
import { defineNode } from './contract/define-node.ts';
import { verbatim } from './contract/field-kinds.ts';
import type { CommandResult, CommandSpec, NodeContext } from './contract/node-context.ts';
import { failure, type Outcome } from './contract/outcome.ts';
import { asText } from './parts/as-text.ts';
import { presetCommand, presetModes, presets } from './parts/cli-presets.ts';
import { outsideOfCommand } from './parts/outside.ts';
import { lastLine, printedEnd } from './parts/printed-end.ts';

const ways = ['command', 'script', 'preset'] as const;

const fields = z
  .strictObject({
    command: z.array(z.string()).min(1).optional().describe('Program and arguments, one list entry each'),
    script: verbatim(z.string())
      .optional()
      .describe('A script for sh, taken as it is written; values reach it through env'),
    preset: z.enum(presets).optional().describe('A known program that is given a prompt'),
    prompt: z.string().min(1).optional().describe('What the preset’s program is asked to do'),
    mode: z.enum(presetModes).optional().describe('Whether it may only read (analysis, the default) or also write'),
    rule: z.string().optional().describe('Stands before the prompt'),
    cwd: z.string().optional().describe('Folder to run in, relative to the workspace'),
    env: z.record(z.string(), z.string()).optional().describe('Added to the minimal environment'),
    stdin: z.string().optional(),
    parse: z.enum(['text', 'json', 'lines']).default('text').describe('How stdout becomes result.value'),
    ok_codes: z.array(z.number().int()).default([0]),
    background: z.boolean().default(false).describe('Goes on without the console; the run waits for its report'),
  })
  .refine((given) => ways.filter((way) => given[way] !== undefined).length === 1, {
    message: 'must say exactly one of "command", "script" and "preset"',
  })
  .refine(({ preset, prompt }) => preset === undefined || prompt !== undefined, {
    path: ['prompt'],
    message: 'must be given with "preset"',
  })
  .refine(({ preset, prompt, mode, rule }) => preset !== undefined || (prompt ?? mode ?? rule) === undefined, {
    path: ['preset'],
    message: 'must be given with "prompt", "mode" and "rule"',
  })
  .meta({ oneOf: [{ required: ['command'] }, { required: ['script'] }, { required: ['preset', 'prompt'] }] });
type Fields = z.infer<typeof fields>;

function argvOf({ command, script, preset, prompt, mode = 'analysis', rule }: Fields): string[] {
  if (script !== undefined) return ['sh', '-c', script];
  if (preset === undefined) return (command ?? []).map(asText);
  return presetCommand(preset, { prompt: asText(prompt), mode, ...(rule === undefined ? {} : { rule: asText(rule) }) });
}

function specOf(node: Fields): CommandSpec {
  const { cwd, env, stdin } = node;
  return {
    argv: argvOf(node),
    cwd,
    env: env && Object.fromEntries(Object.entries(env).map(([name, value]) => [name, asText(value)])),
    stdin: stdin === undefined ? undefined : asText(stdin),
  };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

type Ran = CommandResult & { output_path: string };

async function runNow(node: Fields, ctx: NodeContext): Promise<Ran> {
  const ran = await ctx.runCommand(specOf(node));
  return { ...ran, output_path: await ctx.leaveFile('txt') };
}

/** A file that the program named as its result is kept, if it is really there. */
async function keepReported(path: string | null, ctx: NodeContext): Promise<void> {
  if (path === null) return;
  try {
    await ctx.saveArtifact({ name: path, file: path, path });
  } catch (error) {
    const message = `The reported file "${path}" could not be kept: ${(error as Error).message}`;
    ctx.trace('warning', { code: 'artifacts', message });
  }
}

/** What the program itself reported as its output stands for what it printed, which stays in the logs. */
async function readReported(ctx: NodeContext): Promise<Ran> {
  const { output, output_path, ...ran } = await ctx.readBackground();
  ctx.output('stdout', ran.stdout);
  ctx.output('stderr', ran.stderr);
  await keepReported(output_path, ctx);
  if (output === null) return { ...ran, output_path: output_path ?? (await ctx.leaveFile('txt')) };
  const path = await ctx.leaveFile('txt', output);
  await ctx.saveArtifact({ name: 'output.txt', bytes: output, path });
  return { ...ran, stdout: output, stdout_truncated: false, output_path: output_path ?? path };
}

function judge(node: Fields, ctx: NodeContext, ran: Ran): Outcome {
  const [program = ''] = argvOf(node);
  const result = {
    stdout: ran.stdout,
    stderr: ran.stderr,
    exit_code: ran.exit_code,
    truncated: false,
    exec_id: `${ctx.runId}-${ctx.nodeId}-${ctx.visit}-${ctx.attempt}`,
    output_path: ran.output_path,
  };
  const told = { ...result, stdout: printedEnd(ran.stdout), stderr: printedEnd(ran.stderr) };
  if (ran.exit_code === null) {
    return failure('command_ended', `"${program}" was ended by ${ran.signal ?? 'a signal'}`, told);
  }
  if (!node.ok_codes.includes(ran.exit_code)) {
    const last = lastLine(ran.stderr) || lastLine(ran.stdout);
    return failure('exit_code', `"${program}" ended with code ${ran.exit_code}${last ? `: ${last}` : ''}`, told);
  }
  if (ran.stdout_truncated || ran.stderr_truncated) {
    const words = 'printed more than one value may have (GATEHOUSE_MAX_VALUE); the logs have all of it';
    return failure('output_too_large', `"${program}" ${words}`, told);
  }
  if (node.parse === 'text') return { ok: true, result };
  if (node.parse === 'lines') return { ok: true, result: { ...result, value: linesOf(ran.stdout) } };
  try {
    return { ok: true, result: { ...result, value: JSON.parse(ran.stdout) } };
  } catch (error) {
    return failure('not_json', `"${program}" did not print JSON: ${(error as Error).message}`, told);
  }
}

export const cli = defineNode({
  type: 'cli',
  group: 'work',
  summary: 'Runs a program and keeps what it prints.',
  fields,
  mainResult: 'trim(it.stdout)',
  outside: ({ preset, command }) => outsideOfCommand(preset === undefined ? (command ?? []).map(asText) : [preset]),
  executes: (node) => [node.script?.trim() ?? argvOf(node).join(' ')],
  async execute(node, ctx) {
    if (!node.background) return judge(node, ctx, await runNow(node, ctx));
    if (ctx.resumed) return judge(node, ctx, await readReported(ctx));
    const { signal } = await ctx.startBackground(specOf(node));
    return { suspended: { reason: 'callback', signal } };
  },
});
