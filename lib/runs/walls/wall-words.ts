import { openWords } from '../../clients/process/wall/wall.ts';
import type { Needs } from '../../console/console.ts';

/** What must be said where people let something start; null behind a wall. */
export function wallWords(house: Needs<'env' | 'wall'>): Promise<string | null> {
  return openWords(house);
}
