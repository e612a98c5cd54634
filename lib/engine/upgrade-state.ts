// What became of states in older shapes. A snapshot is folded anew when it is old; but the states that events carry (where
// a fork begins, where a run stands once it was taken back) stay as they were written for good, and are read through here.
import type { Position, Split } from './state.ts';

type Version1 = Omit<Position, 'phase' | 'split'> & { phase: Position['phase'] | 'forked'; fork?: Split | null };

export function upgradeState<State extends { active: Position[] }>(state: State, version = 1): State {
  return version < 2 ? { ...state, active: state.active.map(withSplit) } : state;
}

/** Branches that a run walks at the same time are a split; a fork is a run that begins with another one's state. */
function withSplit(position: Position): Position {
  const { fork = null, phase, ...others } = position as Version1;
  return { ...others, phase: phase === 'forked' ? 'split' : phase, split: fork };
}
