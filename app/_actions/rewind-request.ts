// How an address or a form names a rollback, a restart or a fork.
import { AppError } from '#lib/errors.ts';
import type { RewindRequest } from '#lib/runs/plan-run.ts';

export function rewindRequest(
  who: { runId: string; by: string },
  read: (name: string) => string | undefined,
): RewindRequest {
  const verb = read('verb');
  const checkpoint = read('checkpoint');
  const node = read('node');
  const at = Number(read('at'));
  if (verb === 'rollback' && checkpoint) return { ...who, verb, checkpoint };
  if (verb === 'restart' && node) return { ...who, verb, node };
  if (verb === 'fork' && Number.isInteger(at) && at > 0) return { ...who, verb, at };
  throw new AppError('bad_request', 'Choose what to go back to on the run’s page: a checkpoint, a node or an event.');
}
