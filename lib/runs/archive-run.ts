// An archived run is out of the lists and is kept by retention. A flag of the row, not an event: it says nothing about
// what happened. Only an ended run can be archived, so that no live run is ever out of sight.
import type { Needs } from '../console/console.ts';
import { isTerminal } from '../engine/state.ts';
import { AppError } from '../errors.ts';
import type { ControlRequest } from './control-run.ts';

export const archiveRun = (house: Needs<'notifier' | 'store'>, { runId }: ControlRequest) =>
  setArchived(house, runId, true);
export const unarchiveRun = (house: Needs<'notifier' | 'store'>, { runId }: ControlRequest) =>
  setArchived(house, runId, false);

async function setArchived(
  house: Needs<'notifier' | 'store'>,
  runId: string,
  archived: boolean,
): Promise<{ archived: boolean }> {
  const store = house.store;
  const run = await store.readRun(runId);
  if (!run) throw new AppError('not_found', `There is no run "${runId}"`);
  if (!isTerminal(run.status)) {
    throw new AppError('run_not_ended', `Run ${runId} is ${run.status}; cancel it first, then archive it`);
  }
  const result = await store.commit({ runId, expectedSeq: run.seq, events: [], row: { archived } });
  if (!result.ok) throw new AppError('conflict', `Run ${runId} was changed meanwhile; look at it and try again`);
  house.notifier.notify(runId);
  return { archived };
}
