// Delivers a named signal to a run. It is kept until a wait takes it, so it may come before the wait does.

import { callbackPrefix } from '../clients/process/background-records.ts';
import type { Console } from '../console/console.ts';
import { isTerminal } from '../engine/state.ts';
import { AppError } from '../errors.ts';
import type { Actor } from '../people/actor.ts';
import { withRun } from './work/live-run.ts';
import { recordEvents } from './work/record-events.ts';

const mostKept = 100;

export async function sendSignal(
  house: Console,
  request: {
    runId: string;
    name: string;
    payload: unknown;
    actor: Actor;
  },
): Promise<void> {
  const { runId, name, payload, actor } = request;
  await withRun(house, runId, async (run) => {
    if (isTerminal(run.state.status)) {
      throw new AppError('run_ended', `Run ${runId} is ${run.state.status}; it takes no signals`);
    }
    const own = ['call:', callbackPrefix].find((prefix) => name.startsWith(prefix));
    if (own) throw new AppError('bad_request', `Signals that begin with "${own}" are the console’s own`);
    if ((run.state.signals[name]?.length ?? 0) >= mostKept) {
      throw new AppError('conflict', `Run ${runId} already keeps ${mostKept} signals "${name}" that nothing has taken`);
    }
    const data = { name, payload: payload ?? null, by: actor.name };
    await recordEvents(house, run, [{ type: 'signal_received', data }], actor);
  });
  house.queue.enqueue(runId);
}
