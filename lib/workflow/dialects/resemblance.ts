// How near a file is to a format that is known by its keys.
import { entryOf, type SourceNode } from '../source/source-tree.ts';
import type { Resemblance } from './dialect.ts';

/** `telling` are keys that this format has and others have not; `needed` are those without which there is no file of it. */
export function resemblanceByKeys(
  tree: SourceNode,
  { telling, needed }: { telling: string[]; needed: string[] },
): Resemblance | null {
  const has = (key: string) => entryOf(tree, key) !== undefined;
  const found = telling.filter(has);
  const lacking = needed.filter((key) => !has(key));
  if (found.length === 0 || lacking.length === 0) return null;
  const signs = found.length * 2 + (needed.length - lacking.length);
  return { signs, why: `it has no ${lacking.map((key) => `"${key}"`).join(' and no ')}` };
}
