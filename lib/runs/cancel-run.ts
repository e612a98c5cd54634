import { closeServers } from '../clients/mcp.ts';
import { actorOf, type ControlRequest, controlRun } from './control-run.ts';
import { abortExecutions } from './executions.ts';

/** Resolves when the run is cancelled and no process of it is left. */
export async function cancelRun(request: ControlRequest) {
  const data = { ...actorOf(request), message: `cancelled by ${request.by}` };
  const result = await controlRun(request.runId, 'cancel', () => ({ type: 'run_cancelled', data }));
  await Promise.all([abortExecutions(request.runId), closeServers(request.runId)]);
  return result;
}
