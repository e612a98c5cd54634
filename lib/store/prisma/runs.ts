import { isTerminal, runStatuses } from '../../engine/state.ts';

export const ended = runStatuses.filter(isTerminal);
