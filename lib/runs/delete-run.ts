// Deletes a run for good: first its rows, all in one transaction, then its files. A process that dies in between leaves
// files that no row knows, which the sweep removes. A run that has not ended is never deleted: it is cancelled first.

import { runDirectory } from '../clients/files/files.ts';
import { closeServers } from '../clients/mcp/mcp.ts';
import type { Console, Needs } from '../console/console.ts';
import { isTerminal } from '../engine/state.ts';
import { AppError, messageOf } from '../errors.ts';
import type { Actor } from '../people/actor.ts';
import { auditEntry } from '../people/audit/audit-entry.ts';
import type { RunRecord } from '../store/contract/runs.ts';
import type { ControlRequest } from './control-run.ts';
import { callNext } from './work/admission.ts';
import { abortExecutions } from './work/executions.ts';
import { forgetRun } from './work/live-run.ts';
import { removeRunDirectory } from './work/run-directories.ts';
import { endUnawaitedBackground } from './work/watch-background.ts';

export async function deleteRun(house: Console, { runId, actor }: ControlRequest): Promise<{ deleted: true }> {
  const run = await house.store.readRun(runId);
  if (!run) throw new AppError('not_found', `There is no run "${runId}"`);
  if (isTerminal(run.status) && (await discardRun(house, run, actor))) return { deleted: true };
  const { status } = (await house.store.readRun(runId)) ?? run;
  throw new AppError('run_not_ended', `Run ${runId} is ${status}; cancel it first, then delete it`);
}

/** False when it was not deleted: it is live again, gone already, or archived and those are spared. */
export async function discardRun(
  house: Console,
  run: RunRecord,
  actor: Actor,
  options?: { spareArchived: boolean },
): Promise<boolean> {
  const { workflow, status, startedBy, createdAt } = run;
  const details = { workflow, status, started_by: startedBy, created_at: createdAt };
  const audit = auditEntry(actor, 'run.deleted', run.id, details);
  if (!(await house.store.deleteRun(run.id, audit, options))) return false;
  forgetRun(house, run.id);
  house.histories.delete(run.id);
  house.notifier.notify(run.id);
  // What the run's last attempt left working must not write into a directory that is being removed.
  await Promise.all([
    abortExecutions(house, run.id),
    closeServers(house, run.id),
    endUnawaitedBackground(house, run.id),
  ]);
  await callNext(house, run);
  const directory = runDirectory(house.env.dataDirectory, run.workflow, run.id);
  await removeRunDirectory(directory).catch((error) =>
    console.error(`the files of deleted run ${run.id} are left for the next sweep: ${messageOf(error)}`),
  );
  return true;
}

/** What failed because its run was deleted meanwhile is over; to try it again would never end. */
export async function unlessDeleted(house: Needs<'store'>, runId: string, error: unknown): Promise<void> {
  if (await house.store.readRun(runId)) throw error;
}
