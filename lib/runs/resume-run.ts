import type { Console } from '../console/console.ts';
import { signedControl } from '../people/actor.ts';
import { type ControlRequest, controlRun } from './control-run.ts';

export function resumeRun(house: Console, { runId, actor }: ControlRequest) {
  return controlRun(house, runId, 'resume', (status) =>
    status === 'paused' ? { type: 'run_resumed', data: signedControl(actor) } : null,
  );
}
