import { limiterOf } from '../../clients/process/wall/limits-without-wall.ts';
import { openWords, wallOf } from '../../clients/process/wall/wall.ts';
import type { Needs } from '../../console/console.ts';

/** What must be said where people let something start; null behind a wall. */
export function wallWords(house: Needs<'env' | 'wall'>): Promise<string | null> {
  return openWords(house);
}

/** For the settings: how the wall stands. */
export async function wallState(house: Needs<'env' | 'wall'>): Promise<string> {
  const wall = await wallOf(house);
  if (!wall.isThere) {
    const isLimited = (await limiterOf(house)) !== null;
    const absent = `${isLimited ? 'memory' : 'size of files, open files, work, memory'} and number of processes`;
    return `${await openWords(house)} Without a wall ${absent} are not limited${isLimited ? '' : ': prlimit does not work here'}.`;
  }
  const counted = wall.cgroups
    ? ''
    : '; memory and number of processes are not limited, because no cgroup can be made here';
  const isLetOutFree = (await limiterOf(house)) === null;
  const out = isLetOutFree ? '; what is let out has no limits, because prlimit does not work here' : '';
  const isRoot = process.getuid?.() === 0 && wall.user === null;
  const whose = isRoot ? `; commands work as root without its rights, because nobody else comes to ${wall.data}` : '';
  return `stands: commands see their own room only${counted}${out}${whose}`;
}
