// Slows guessing: counts wrong tries per address and in all, in memory (a restart forgets them; 256-bit secrets make that
// harmless). Only wrong tries are ever counted, so whoever holds a right secret is never kept out by others.
import { AppError } from '../errors.ts';
import { singleton } from '../singleton.ts';

type Window = { startedAt: number; count: number };
type Limit = { tries: number; ms: number };

const perAddress: Limit = { tries: 10, ms: 60_000 };
const inAll: Limit = { tries: 100, ms: 3_600_000 };
const addressesKept = 10_000;

const windowsOf = (name: string) => singleton(`wrong tries: ${name}`, () => new Map<string, Window>());

function isOver(windows: Map<string, Window>, key: string, limit: Limit, at: number): boolean {
  const window = windows.get(key);
  return window !== undefined && at - window.startedAt < limit.ms && window.count >= limit.tries;
}

function count(windows: Map<string, Window>, key: string, limit: Limit, at: number): void {
  const window = windows.get(key);
  if (window && at - window.startedAt < limit.ms) {
    window.count += 1;
    return;
  }
  windows.delete(key);
  if (windows.size >= addressesKept) windows.delete(windows.keys().next().value as string);
  windows.set(key, { startedAt: at, count: 1 });
}

/** Counts one wrong try; refuses when there were too many before it. `name` is what is being guessed. */
export function countWrongTry(name: string, address: string, at = Date.now()): void {
  const addresses = windowsOf(name);
  const total = windowsOf(`${name}, in all`);
  if (isOver(addresses, address, perAddress, at) || isOver(total, '*', inAll, at)) {
    throw new AppError('too_many_requests', 'Too many wrong tries. Wait a minute, then try again.');
  }
  count(addresses, address, perAddress, at);
  count(total, '*', inAll, at);
}

/** For secrets that a person may have chosen: asked before the secret is even compared. */
export function checkWrongTries(name: string, address: string, at = Date.now()): void {
  if (isOver(windowsOf(name), address, perAddress, at)) {
    throw new AppError('too_many_requests', 'Too many wrong tries. Wait a minute, then try again.');
  }
}
