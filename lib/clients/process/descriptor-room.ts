// A child may take descriptors only while enough are left for the console itself: its database, its pages, its streams and
// what the children that run already will still open. Where /proc does not tell, the system's own refusal has to do.
import { readdirSync, readFileSync } from 'node:fs';

/** Pipes for its output, the files that keep it, and what saving its artifacts opens for a moment. */
const forOneChild = 6;
const mostReserved = 64;

export function hasDescriptorRoom(): boolean {
  try {
    const limit = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
    const reserved = Math.min(Math.floor(limit / 4), mostReserved);
    return readdirSync('/proc/self/fd').length + forOneChild <= limit - reserved;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
