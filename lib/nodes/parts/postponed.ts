// What is thrown and is no failure: the same is decided later, once something that works in the background is done, or with a
// value that was not loaded. Known by its name, as modules may be loaded twice.
import { isNeedsValue } from './large-value.ts';

export type NotYet = Error & { node: string };

export function notYet(node: string): NotYet {
  return Object.assign(new Error(`${node} still works in the background`), { name: 'NotYet', node });
}

export function isNotYet(error: unknown): error is NotYet {
  return error instanceof Error && error.name === 'NotYet';
}

export function isPostponed(error: unknown): boolean {
  return isNotYet(error) || isNeedsValue(error);
}
