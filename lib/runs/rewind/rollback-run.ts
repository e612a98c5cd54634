// Takes a run back to a checkpoint: its data and its place.
import type { Console, Needs } from '../../console/console.ts';
import { draftRollbackTo } from '../../engine/rewind/rewind.ts';
import { AppError } from '../../errors.ts';
import { signedControl } from '../../people/actor.ts';
import type { ControlRequest } from '../control-run.ts';
import { readCheckpoint } from '../work/read-checkpoint.ts';
import { type MakeRewind, planRewindOf, rewindRun } from './rewind-run.ts';

export type RollbackRequest = ControlRequest & { checkpoint: string };

const rollback =
  (house: Needs<'store'>, request: RollbackRequest): MakeRewind =>
  async ({ id, state }) => {
    const { checkpoint } = request;
    const kept = await readCheckpoint(house, id, checkpoint);
    if (!kept) {
      const known = Object.keys(state.checkpoints);
      const hint = known.length > 0 ? `; it has ${known.map((name) => `"${name}"`).join(', ')}` : '';
      throw new AppError('not_found', `Run ${id} has no checkpoint "${checkpoint}"${hint}`);
    }
    return {
      draft: draftRollbackTo(state, checkpoint, kept.state, signedControl(request.actor)),
      since: kept.seq,
      answersUntil: kept.seq,
    };
  };

export const rollbackRun = (house: Console, request: RollbackRequest) =>
  rewindRun(house, request, rollback(house, request));
export const planRollback = (house: Needs<'env' | 'liveRuns' | 'store' | 'workflows'>, request: RollbackRequest) =>
  planRewindOf(house, request.runId, rollback(house, request));
