// Takes a run back to a checkpoint: its data and its place.
import { draftRollbackTo } from '../engine/rewind/rewind.ts';
import { AppError } from '../errors.ts';
import { actorOf, type ControlRequest } from './control-run.ts';
import { type MakeRewind, planRewindOf, rewindRun } from './rewind-run.ts';
import { readCheckpoint } from './work/read-checkpoint.ts';

export type RollbackRequest = ControlRequest & { checkpoint: string };

const rollback =
  (request: RollbackRequest): MakeRewind =>
  async ({ id, state }) => {
    const { checkpoint } = request;
    const kept = await readCheckpoint(id, checkpoint);
    if (!kept) {
      const known = Object.keys(state.checkpoints);
      const hint = known.length > 0 ? `; it has ${known.map((name) => `"${name}"`).join(', ')}` : '';
      throw new AppError('not_found', `Run ${id} has no checkpoint "${checkpoint}"${hint}`);
    }
    return {
      draft: draftRollbackTo(state, checkpoint, kept.state, actorOf(request)),
      since: kept.seq,
      answersUntil: kept.seq,
    };
  };

export const rollbackRun = (request: RollbackRequest) => rewindRun(request, rollback(request));
export const planRollback = (request: RollbackRequest) => planRewindOf(request.runId, rollback(request));
