import type { Console } from '../console/console.ts';
import { signedControl } from '../people/actor.ts';
import { type ControlRequest, controlRun } from './control-run.ts';

export function resumeRun(house: Console, request: ControlRequest) {
  return controlRun(house, request, 'resume', (status) =>
    status === 'paused' ? { type: 'run_resumed', data: signedControl(request.actor) } : null,
  );
}
