// What nodes are called here when a foreign file calls them what it likes. A name that can be used stays what it is.
import { idPattern, scopeNames } from '../graph.ts';

const reserved = new Set<string>([...scopeNames, 'secrets']);

/** By what is written in the file; two nodes that are written alike stay alike, which is a mistake of that file. */
export function legalIds(written: Iterable<string>): Map<string, string> {
  const all = new Set(written);
  const legal = (id: string) => idPattern.test(id) && !reserved.has(id);
  const taken = new Set([...all].filter(legal));
  const ids = new Map<string, string>();
  for (const id of all) {
    if (legal(id)) {
      ids.set(id, id);
      continue;
    }
    const plain = id.replace(/[^A-Za-z0-9_-]+/g, '_');
    const start = idPattern.test(plain) ? plain : `_${plain}`;
    let made = reserved.has(start) ? `${start}_` : start;
    for (let count = 2; taken.has(made); count++) made = `${start}_${count}`;
    taken.add(made);
    ids.set(id, made);
  }
  return ids;
}

/** A name for a node that stands nowhere in the file. */
export function freeIdIn(wanted: string, taken: Iterable<string>): string {
  const ids = new Set(taken);
  let id = wanted;
  for (let count = 2; ids.has(id); count++) id = `${wanted}_${count}`;
  return id;
}
