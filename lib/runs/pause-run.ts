import type { Console } from '../console/console.ts';
import { signedControl } from '../people/actor.ts';
import { type ControlRequest, controlRun } from './control-run.ts';
import { stopExecutions } from './work/executions.ts';

/** Stops new work at once; the running attempt finishes, or with `now` is interrupted. */
export async function pauseRun(house: Console, request: ControlRequest & { now?: boolean | undefined }) {
  const { runId, actor, now } = request;
  const result = await controlRun(house, request, 'pause', (status) =>
    status === 'paused' ? null : { type: 'run_paused', data: signedControl(actor) },
  );
  if (now) await stopExecutions(house, runId, `paused by ${actor.name}`);
  return result;
}
