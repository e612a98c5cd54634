import { runDirectory } from '../clients/files/files.ts';
import { closeServers } from '../clients/mcp/mcp.ts';
import { endLeftoverProcesses } from '../clients/process/process-group.ts';
import type { Console, Needs } from '../console/console.ts';
import { calledRunId } from '../engine/called-run.ts';
import type { RunState, RunStatus } from '../engine/state.ts';
import { AppError } from '../errors.ts';
import { signedControl } from '../people/actor.ts';
import { type ControlRequest, controlRun } from './control-run.ts';
import { abortExecutions } from './work/executions.ts';
import { stateAt } from './work/live-run.ts';
import { endUnawaitedBackground } from './work/watch-background.ts';

/** Resolves when the run and the runs it waits for are cancelled and no process of them is left. */
export async function cancelRun(house: Console, request: ControlRequest): Promise<{ status: RunStatus }> {
  const { runId, actor } = request;
  const before = await stateAt(house, runId);
  const hadProcesses = hasProcesses(house, runId);
  const data = { ...signedControl(actor), message: `cancelled by ${actor.name}` };
  // Also one whose text cannot be read any more: nothing else could end it.
  const anyRun = () => true;
  const result = await controlRun(house, request, 'cancel', () => ({ type: 'run_cancelled', data }), anyRun);
  await Promise.all([abortExecutions(house, runId), closeServers(house, runId), cancelCalls(house, request, before)]);
  await endUnawaitedBackground(house, runId);
  // Also what a finished command left behind in a session of its own. Looking for it takes a look at every process there is.
  if (before && (hadProcesses || hasProcesses(house, runId))) {
    await endLeftoverProcesses(house, runDirectory(house.env.dataDirectory, before.workflow, runId));
  }
  return result;
}

/** Since this console started; what an earlier one left was ended then, but for commands in the background. */
function hasProcesses({ spawned, background }: Needs<'spawned' | 'background'>, runId: string): boolean {
  return spawned.has(runId) || [...background.values()].some(({ record }) => record.run === runId);
}

/** Cancels the runs that this one waited for. */
export async function cancelCalls(house: Console, request: ControlRequest, before: RunState | null): Promise<void> {
  const { runId } = request;
  const calls =
    before?.active.flatMap(({ wait }) => (wait?.call && wait.signal ? [calledRunId(runId, wait.signal)] : [])) ?? [];
  await Promise.all(calls.map((called) => cancelRun(house, { ...request, runId: called }).catch(ignoreEnded)));
}

function ignoreEnded(error: unknown): void {
  const isEnded = error instanceof AppError && (error.code === 'run_ended' || error.code === 'not_found');
  if (!isEnded) throw error;
}
