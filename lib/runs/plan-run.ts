// What a rollback, a restart or a fork would mean. Nothing happens.
import type { RewindPlan } from '../engine/rewind/plan-rewind.ts';
import { type ForkRequest, planFork } from './fork-run.ts';
import { planRestart, type RestartRequest } from './restart-run.ts';
import { planRollback, type RollbackRequest } from './rollback-run.ts';

export type RewindRequest =
  | ({ verb: 'rollback' } & RollbackRequest)
  | ({ verb: 'restart' } & RestartRequest)
  | ({ verb: 'fork' } & ForkRequest);

export function planRun(request: RewindRequest): Promise<RewindPlan> {
  if (request.verb === 'rollback') return planRollback(request);
  return request.verb === 'restart' ? planRestart(request) : planFork(request);
}
