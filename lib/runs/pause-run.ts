import { actorOf, type ControlRequest, controlRun } from './control-run.ts';
import { stopExecutions } from './work/executions.ts';

/** Stops new work at once; the running attempt finishes, or with `now` is interrupted. */
export async function pauseRun(request: ControlRequest & { now?: boolean | undefined }) {
  const { runId, by, now } = request;
  const result = await controlRun(runId, 'pause', (status) =>
    status === 'paused' ? null : { type: 'run_paused', data: actorOf(request) },
  );
  if (now) await stopExecutions(runId, `paused by ${by}`);
  return result;
}
