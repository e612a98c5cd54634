// A call: a run of its own, whose id follows from who waits for it, so that asking twice starts it once; and how its end
// is told to the one that waits. Both sides can be cut off at any point: whoever comes back finds the other by its id.
import type { Console } from '../../console/console.ts';
import { calledRunId } from '../../engine/called-run.ts';
import type { NextStep } from '../../engine/decide/decision-input.ts';
import type { CallEnd } from '../../engine/decide/walk-wait.ts';
import { isTerminal, type RunState } from '../../engine/state.ts';
import { AppError, messageOf } from '../../errors.ts';
import { isClientFailure } from '../../nodes/parts/client-failure.ts';
import { hasLargeValue } from '../../nodes/parts/large-value.ts';
import { ownActor } from '../../people/actor.ts';
import { passedOn } from '../inputs/kept-inputs.ts';
import { startRun } from '../start-run.ts';
import { stateAt, withRun } from './live-run.ts';
import { recordEvents } from './record-events.ts';
import { loadFields, shareValues } from './run-values.ts';

export type CallEffect = Extract<NextStep, { kind: 'call' }>;

const deepest = 10;

/** Starts the called run if nobody has, or hears of its end if it has ended. */
export async function ensureCalled(house: Console, caller: RunState, { signal, call }: CallEffect): Promise<void> {
  const id = calledRunId(caller.run, signal);
  const known = await house.store.readRun(id);
  if (known) {
    if (isTerminal(known.status)) await tellCaller(house, id);
    return;
  }
  try {
    const depth = (caller.called_by?.depth ?? 0) + 1;
    if (depth > deepest) throw new AppError('conflict', `runs call each other more than ${deepest} deep`);
    const { computed, flags, custom } = caller;
    const isInline = call.mode === 'inline';
    if (isInline) await shareValues(house, caller, { workflow: call.workflow, run: id });
    await startRun(house, {
      id,
      workflow: call.workflow,
      inputs: await loadFields(house, caller, call.inputs),
      complete: passedOn(house, caller),
      actor: ownActor(caller.started_by, caller.starter),
      parent: caller.run,
      calledBy: { run: caller.run, signal, depth },
      ...(isInline ? { data: { computed, flags, custom } } : {}),
    });
  } catch (error) {
    if (!isClientFailure(error) && !(error instanceof AppError && error.kind === 'user')) throw error;
    const data = { computed: {}, flags: {}, custom: {} };
    await deliver(house, caller.run, signal, {
      run: id,
      status: 'failed',
      message: messageOf(error),
      data,
      outputs: {},
    });
  }
}

async function deliver(house: Console, caller: string, signal: string, end: CallEnd, from?: RunState): Promise<void> {
  await withRun(house, caller, async (run) => {
    const isAwaited = run.state.active.some(({ wait }) => wait?.signal === signal);
    if (!isAwaited || run.state.signals[signal]) return;
    // On disk before the event that names them.
    if (from && hasLargeValue(end)) await shareValues(house, from, run.state);
    await recordEvents(house, run, [
      { type: 'signal_received', data: { name: signal, payload: end, by: `run ${end.run}` } },
    ]);
  });
  house.queue.enqueue(caller);
}

/** Tells the run that called this one how it ended. Telling twice changes nothing. */
export async function tellCaller(house: Console, runId: string): Promise<void> {
  const state = await stateAt(house, runId);
  if (!state?.called_by || !isTerminal(state.status)) return;
  const { computed, flags, custom, message, outputs } = state;
  const status = state.status as CallEnd['status'];
  const end = { run: runId, status, message, data: { computed, flags, custom }, outputs };
  await deliver(house, state.called_by.run, state.called_by.signal, end, state);
}
