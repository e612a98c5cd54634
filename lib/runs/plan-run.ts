// What a rollback, a restart or a fork would mean. Nothing happens.
import type { Needs } from '../console/console.ts';
import type { RewindPlan } from '../engine/rewind/plan-rewind.ts';
import { type ForkRequest, planFork } from './fork-run.ts';
import { planRestart, type RestartRequest } from './restart-run.ts';
import { planRollback, type RollbackRequest } from './rollback-run.ts';

export type RewindRequest =
  | ({ verb: 'rollback' } & RollbackRequest)
  | ({ verb: 'restart' } & RestartRequest)
  | ({ verb: 'fork' } & ForkRequest);

export function planRun(
  house: Needs<'clock' | 'env' | 'liveRuns' | 'store' | 'workflows'>,
  request: RewindRequest,
): Promise<RewindPlan> {
  if (request.verb === 'rollback') return planRollback(house, request);
  return request.verb === 'restart' ? planRestart(house, request) : planFork(house, request);
}
