// A command: an argv list, or a script that sees values only as environment, so that a value can never become a command.
import { z } from 'zod';
import { defineNode, failure } from './define-node.ts';

const fields = z
  .strictObject({
    command: z.array(z.string()).min(1).optional().describe('Program and arguments, one list entry each'),
    script: z.string().optional().describe('A script for sh, taken as it is written; values reach it through env'),
    cwd: z.string().optional().describe('Folder to run in, relative to the workspace'),
    env: z.record(z.string(), z.string()).optional().describe('Added to the minimal environment'),
    stdin: z.string().optional(),
    parse: z.enum(['text', 'json', 'lines']).default('text').describe('How stdout becomes result.value'),
    ok_codes: z.array(z.number().int()).default([0]),
  })
  .refine(({ command, script }) => (command === undefined) !== (script === undefined), {
    message: 'must say exactly one of "command" and "script"',
  })
  .meta({ oneOf: [{ required: ['command'] }, { required: ['script'] }] });
type Fields = z.infer<typeof fields>;

/** A template that is one value keeps its type; a program takes only text. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function argvOf({ command, script }: Fields): string[] {
  return script === undefined ? (command ?? []).map(asText) : ['sh', '-c', script];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

export const cli = defineNode<Fields>({
  type: 'cli',
  group: 'work',
  summary: 'Runs a program and keeps what it prints.',
  fields,
  raw: ['script'],
  executes: (node) => [node.script?.trim() ?? argvOf(node).join(' ')],
  async execute(node, ctx) {
    const { cwd, env, stdin, parse, ok_codes } = node;
    const command = argvOf(node);
    const ran = await ctx.runCommand({
      argv: command,
      cwd,
      env: env && Object.fromEntries(Object.entries(env).map(([name, value]) => [name, asText(value)])),
      stdin: stdin === undefined ? undefined : asText(stdin),
    });
    const result = {
      stdout: ran.stdout,
      stderr: ran.stderr,
      exit_code: ran.exit_code,
      truncated: ran.stdout_truncated,
    };
    if (ran.exit_code === null) {
      return failure('command_ended', `"${command[0]}" was ended by ${ran.signal ?? 'a signal'}`, result);
    }
    if (!ok_codes.includes(ran.exit_code)) {
      const last = ran.stderr.trim().split('\n').at(-1);
      return failure('exit_code', `"${command[0]}" ended with code ${ran.exit_code}${last ? `: ${last}` : ''}`, result);
    }
    if (parse === 'text') return { ok: true, result };
    if (ran.stdout_truncated) {
      return failure(
        'output_too_large',
        `"${command[0]}" printed more than can be parsed; read the stdout artifact instead`,
        result,
      );
    }
    if (parse === 'lines') {
      return { ok: true, result: { ...result, value: linesOf(ran.stdout) } };
    }
    try {
      return { ok: true, result: { ...result, value: JSON.parse(ran.stdout) } };
    } catch (error) {
      return failure('not_json', `"${command[0]}" did not print JSON: ${(error as Error).message}`, result);
    }
  },
});
