// A new run of the same text with the same inputs, or with others; the first one stays as it is.
import { AppError } from '../errors.ts';
import { currentStore } from '../store/current-store.ts';
import { keptFrom } from './inputs/kept-inputs.ts';
import { startRun } from './start-run.ts';

export async function runAgain(request: {
  runId: string;
  by: string;
  /** Those given replace the run's own. */
  inputs?: Record<string, unknown> | undefined;
}): Promise<{ id: string }> {
  const { runId, by } = request;
  const run = await currentStore().readRun(runId);
  const version = run && (await currentStore().readWorkflowVersion(run.versionId));
  if (!run || !version) throw new AppError('not_found', `There is no run "${runId}"`);
  const inputs = { ...run.inputs, ...request.inputs };
  const complete = keptFrom(runId);
  return startRun({ workflow: run.workflow, source: version.source, inputs, complete, startedBy: by, parent: runId });
}
