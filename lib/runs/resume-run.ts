import type { Console } from '../console/console.ts';
import { actorOf, type ControlRequest, controlRun } from './control-run.ts';

export function resumeRun(house: Console, request: ControlRequest) {
  return controlRun(house, request.runId, 'resume', (status) =>
    status === 'paused' ? { type: 'run_resumed', data: actorOf(request) } : null,
  );
}
