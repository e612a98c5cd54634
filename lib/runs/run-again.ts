// A new run of the same text with the same inputs, or with others; the first one stays as it is.
import type { Console } from '../console/console.ts';
import { AppError } from '../errors.ts';
import type { Actor } from '../people/actor.ts';
import { keptFrom } from './inputs/kept-inputs.ts';
import { startRun } from './start-run.ts';

export async function runAgain(
  house: Console,
  request: {
    runId: string;
    actor: Actor;
    /** Those given replace the run's own. */
    inputs?: Record<string, unknown> | undefined;
  },
): Promise<{ id: string }> {
  const { runId, actor } = request;
  const run = await house.store.readRun(runId);
  const version = run && (await house.store.readWorkflowVersion(run.versionId));
  if (!run || !version) throw new AppError('not_found', `There is no run "${runId}"`);
  const inputs = { ...run.inputs, ...request.inputs };
  const complete = keptFrom(house, runId);
  return startRun(house, {
    workflow: run.workflow,
    source: version.source,
    inputs,
    complete,
    actor,
    parent: runId,
  });
}
