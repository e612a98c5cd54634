// What a run may grow to. A run that has grown beyond it ends, with words that name the limit and its setting: raised, the
// run can be taken back to where it was. Its data is measured where it would be kept as a snapshot, not at every step.
import type { Needs } from '../../console/console.ts';
import type { Draft } from '../../engine/events.ts';
import { isLongerThan, sizeWords } from '../../nodes/parts/large-value.ts';
import type { LiveRun } from './live-run.ts';

const measuredEvery = 100;

function overLimit({ env }: Needs<'env'>, run: LiveRun): string | null {
  const { limits } = env;
  const { state } = run;
  if (state.seq >= limits.events) {
    return `The run has ${state.seq} events; it may have ${limits.events} (GATEHOUSE_MAX_EVENTS)`;
  }
  if (state.seq - run.measuredSeq < measuredEvery) return null;
  run.measuredSeq = state.seq;
  if (!isLongerThan(state, limits.state)) return null;
  return `The run’s data has more than ${sizeWords(limits.state)}, without its large values (GATEHOUSE_MAX_STATE)`;
}

/** The end of a run that is too large to go on; nothing when it is not. */
export function endOverLimit(house: Needs<'env'>, run: LiveRun): Draft[] {
  const message = overLimit(house, run);
  return message === null ? [] : [{ type: 'run_failed', data: { message, node: run.state.current_node } }];
}
