import { actorOf, type ControlRequest, controlRun } from './control-run.ts';

export function resumeRun(request: ControlRequest) {
  return controlRun(request.runId, 'resume', (status) =>
    status === 'paused' ? { type: 'run_resumed', data: actorOf(request) } : null,
  );
}
