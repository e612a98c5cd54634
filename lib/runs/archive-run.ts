// An archived run is out of the lists and is kept by retention. A flag of the row, not an event: it says nothing about
// what happened. Only an ended run can be archived, so that no live run is ever out of sight.
import type { Needs } from '../console/console.ts';
import { isTerminal } from '../engine/state.ts';
import { AppError } from '../errors.ts';
import { auditEntry } from '../people/audit/audit-entry.ts';
import type { ControlRequest } from './control-run.ts';

export const archiveRun = (house: Needs<'notifier' | 'store'>, request: ControlRequest) =>
  setArchived(house, request, true);
export const unarchiveRun = (house: Needs<'notifier' | 'store'>, request: ControlRequest) =>
  setArchived(house, request, false);

async function setArchived(
  house: Needs<'notifier' | 'store'>,
  { runId, actor }: ControlRequest,
  archived: boolean,
): Promise<{ archived: boolean }> {
  const store = house.store;
  const run = await store.readRun(runId);
  if (!run) throw new AppError('not_found', `There is no run "${runId}"`);
  if (!isTerminal(run.status)) {
    throw new AppError('run_not_ended', `Run ${runId} is ${run.status}; cancel it first, then archive it`);
  }
  const audit = [auditEntry(actor, archived ? 'run.archived' : 'run.unarchived', runId)];
  const result = await store.commit({ runId, expectedSeq: run.seq, events: [], row: { archived }, audit });
  if (!result.ok) throw new AppError('conflict', `Run ${runId} was changed meanwhile; look at it and try again`);
  house.notifier.notify(runId);
  return { archived };
}
