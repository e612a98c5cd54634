import { openWords, wallOf } from '../../clients/process/wall/wall.ts';
import type { Needs } from '../../console/console.ts';

/** What must be said where people let something start; null behind a wall. */
export function wallWords(house: Needs<'env' | 'wall'>): Promise<string | null> {
  return openWords(house);
}

/** For the settings: how the wall stands. */
export async function wallState(house: Needs<'env' | 'wall'>): Promise<string> {
  const wall = await wallOf(house);
  if (!wall.isThere) return (await openWords(house)) ?? '';
  const counted = wall.cgroups
    ? ''
    : '; memory and number of processes are not limited, because no cgroup can be made here';
  const isRoot = process.getuid?.() === 0 && wall.user === null;
  const whose = isRoot ? `; commands work as root without its rights, because nobody else comes to ${wall.data}` : '';
  return `stands: commands see their own room only${counted}${whose}`;
}
