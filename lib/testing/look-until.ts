import { setImmediate as nextTurn } from 'node:timers/promises';
import { lookAtBackground } from '../runs/work/watch-background.ts';
import { house } from './house.ts';

/**
 * Looks at the background commands until something is so. Every look lets the rest of the process have its turn: where no
 * command is watched yet, a look ends at once, and looking alone would keep for ever what it waits for from happening.
 */
export async function lookUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    await lookAtBackground(house);
    await nextTurn();
  }
}
