import { actorOf, type ControlRequest, controlRun } from './control-run.ts';

/** Stops new work at once; the running attempt finishes. */
export function pauseRun(request: ControlRequest) {
  return controlRun(request.runId, 'pause', (status) =>
    status === 'paused' ? null : { type: 'run_paused', data: actorOf(request) },
  );
}
