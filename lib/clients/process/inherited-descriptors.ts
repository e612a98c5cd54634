// What whoever started this process left open in it. Node gives such descriptors on to its children when their numbers are
// high, and a folder that is open leads out of every wall: a child gets nothing in their place.
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';

const closedForChildren = 0o2000000;

function isGivenOn(descriptor: string): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & closedForChildren) === 0;
  } catch {
    return false;
  }
}

function inherited(): number[] {
  try {
    return readdirSync('/proc/self/fd').filter(isGivenOn).map(Number);
  } catch {
    return [];
  }
}

/** As they are when this is loaded: nobody gives a process more of them later. */
const descriptors = inherited();
const nothing = openSync(devNull, 'r');

/** The list of what a child is given, with nothing where it would get more. */
export function nothingElse<Given>(given: Given[]): (Given | number | 'ignore')[] {
  const length = Math.max(given.length, ...descriptors.map((descriptor) => descriptor + 1));
  return Array.from({ length }, (_, at) => given[at] ?? (descriptors.includes(at) ? nothing : 'ignore'));
}
