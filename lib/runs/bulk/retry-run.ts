// Retry, as the run's page means it: what failed is tried again in the run that it failed in. A run that asks what to do
// about a failure is answered; a failed one is taken up again at the step that failed. What people said no to, and what was
// interrupted and might be done twice, is for a person who looks at it.
import type { Console } from '../../console/console.ts';
import type { RunStatus } from '../../engine/state.ts';
import { lastFailure } from '../../engine/view/last-failure.ts';
import { AppError } from '../../errors.ts';
import { answerGate } from '../answer-gate.ts';
import type { ControlRequest } from '../control-run.ts';
import { restartRun } from '../rewind/restart-run.ts';
import { stateAt } from '../work/live-run.ts';

export async function retryRun(house: Console, request: ControlRequest): Promise<{ status: RunStatus }> {
  const state = await stateAt(house, request.runId);
  if (!state) throw new AppError('not_found', `There is no run "${request.runId}"`);
  const failure = lastFailure(state);
  if (failure !== null) return restartRun(house, { ...request, node: failure });
  const asked = Object.values(state.gates).filter(({ purpose }) => purpose === 'failure');
  if (asked.length === 0) {
    const why =
      state.status === 'failed' ? 'ended as its file says, and no step of it failed' : 'asks about no failure';
    throw new AppError('conflict', `Run ${request.runId} ${why}; there is nothing to retry`);
  }
  for (const { id } of asked) await answerGate(house, { ...request, gateId: id, option: 'retry' });
  return { status: state.status };
}
