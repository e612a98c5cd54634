// What pausing, resuming and cancelling share: one durable fact first, then its effect. A run that has ended says so.
import type { Console } from '../console/console.ts';
import type { Draft } from '../engine/events.ts';
import { isTerminal, type RunStatus } from '../engine/state.ts';
import { AppError } from '../errors.ts';
import type { Actor } from '../people/actor.ts';
import { type LiveRun, withRun } from './work/live-run.ts';
import { recordEvents } from './work/record-events.ts';

export type ControlRequest = { runId: string; actor: Actor };

export async function controlRun(
  house: Console,
  { runId, actor }: ControlRequest,
  verb: string,
  draftFor: (status: RunStatus) => Draft | null,
  mayBeUnread?: Parameters<typeof withRun>[3],
): Promise<{ status: RunStatus }> {
  const control = async (run: LiveRun) => {
    if (isTerminal(run.state.status)) {
      throw new AppError('run_ended', `Run ${runId} is ${run.state.status}; there is nothing to ${verb}`);
    }
    const draft = draftFor(run.state.status);
    if (draft) await recordEvents(house, run, [draft], actor);
    return run.state.status;
  };
  const status = await withRun(house, runId, control, mayBeUnread);
  house.queue.enqueue(runId);
  return { status };
}
