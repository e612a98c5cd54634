// The console that answers the requests of this process: the one value that lives on globalThis, because Next compiles
// instrumentation, pages and route handlers as separate bundles. Only what a request enters by asks for it.
import { AppError } from '../errors.ts';
import type { Console } from './console.ts';

/** What lib/commands/serve calls: the greeting once the server listens, what it asks about requests, and the end. */
export type Running = {
  house: Console;
  onReady: (at: { address: string }) => Promise<{ signInUrl: string }>;
  shutdown: () => Promise<void>;
  isSignedIn: (headers: Headers) => Promise<boolean>;
  /** The HTTP status of what a server action made of a request; undefined when none was called. */
  actionStatus: (request: string) => number | undefined;
  forgetAction: (request: string) => void;
};

const holder = globalThis as { __gatehouse?: Pick<Running, 'house'> & Partial<Running> };

export function setCurrentConsole(running: Pick<Running, 'house'> & Partial<Running>): void {
  holder.__gatehouse = running;
}

export function currentConsole(): Console {
  if (holder.__gatehouse) return holder.__gatehouse.house;
  throw new AppError('unavailable', 'The console is still starting; try again in a moment.');
}
