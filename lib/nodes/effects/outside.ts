// What acting effects share: a value that comes in has a size, and a program that fails stops the action.
import type { CommandResult, CommandSpec, DecideContext, NodeContext } from '../contract/node-context.ts';
import type { Change } from '../contract/outcome.ts';
import { stored } from './data-path.ts';

/** Every snapshot of a run carries its data, so a value that comes from outside may not be of any size. */
const mostKept = 1024 * 1024;

export function kept(data: DecideContext, name: string, value: unknown): { changes: Change[] } {
  const size = JSON.stringify(value ?? null).length;
  if (size <= mostKept) return stored(data, name, value);
  const megabytes = (size / mostKept).toFixed(1);
  throw new Error(`"${name}" would be ${megabytes} MB; at most 1 MB can be kept in the run’s data`);
}

export async function runProgram(ctx: NodeContext, command: CommandSpec, name: string): Promise<CommandResult> {
  const ran = await ctx.runCommand(command);
  if (ran.exit_code === 0) return ran;
  const last = ran.stderr.trim().split('\n').at(-1);
  const end = ran.exit_code === null ? `was ended by ${ran.signal ?? 'a signal'}` : `ended with code ${ran.exit_code}`;
  throw new Error(`${name} ${end}${last ? `: ${last}` : ''}`);
}
