// A new run of the same text with the same inputs; the first one stays as it is.
import { AppError } from '../errors.ts';
import { currentStore } from '../store/current-store.ts';
import { startRun } from './start-run.ts';

export async function runAgain({ runId, by }: { runId: string; by: string }): Promise<{ id: string }> {
  const run = await currentStore().readRun(runId);
  const version = run && (await currentStore().readWorkflowVersion(run.versionId));
  if (!run || !version) throw new AppError('not_found', `There is no run "${runId}"`);
  return startRun({ workflow: run.workflow, source: version.source, inputs: run.inputs, startedBy: by, parent: runId });
}
