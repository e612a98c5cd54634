// What acting effects share: a program that fails, or of whose output only a part would be kept, stops the action.
import type { CommandResult, CommandSpec, NodeContext } from '../contract/node-context.ts';
import { lastLine } from '../parts/printed-end.ts';

export async function runProgram(ctx: NodeContext, command: CommandSpec, name: string): Promise<CommandResult> {
  const ran = await ctx.runCommand(command);
  if (ran.exit_code === 0 && !ran.stdout_truncated && !ran.stderr_truncated) return ran;
  if (ran.exit_code === 0) throw new Error(`${name} printed more than one value may have (GATEHOUSE_MAX_VALUE)`);
  const last = lastLine(ran.stderr);
  const end = ran.exit_code === null ? `was ended by ${ran.signal ?? 'a signal'}` : `ended with code ${ran.exit_code}`;
  throw new Error(`${name} ${end}${last ? `: ${last}` : ''}`);
}
