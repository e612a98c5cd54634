// For tests that are about the wall. Where none can stand they do not run, and that is said loudly: what they try from
// inside would be done to this machine.
import { test } from 'vitest';
import { wallOf } from '../../clients/process/wall/wall.ts';
import { bareHouse } from '../house.ts';

const wall = await wallOf(bareHouse());
if (!wall.isThere) console.warn(`NO WALL CAN STAND HERE (${wall.why}): THE TESTS OF IT DID NOT RUN.`);
else if (wall.cgroups === null)
  console.warn('NO CGROUP CAN BE MADE HERE: THE LIMITS OF MEMORY AND PROCESSES WERE NOT TESTED.');

export const wallTest = test.runIf(wall.isThere);
/** Those about what the kernel counts. */
export const countedTest = test.runIf(wall.isThere && wall.cgroups !== null);
