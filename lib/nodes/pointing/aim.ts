// What pointing is made of: what is aimed at, what a server answered, and how a miss is told.
import { failure, type Outcome, type Suspended } from '../contract/outcome.ts';

export type Aim = { server: string; tool: string; target: string; arguments: Record<string, unknown> };
export type Resolved = { arguments: Record<string, unknown> } | Outcome | Suspended;

/** What a run remembers of the screen: names that stood for words, by app where one is focused. */
export type Pointing = { apps: Map<string, string>; elements: Map<string, string>; focused: string | null };
export const newPointing = (): Pointing => ({ apps: new Map(), elements: new Map(), focused: null });

export type Fields = Record<string, unknown>;
export const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const mostNamed = 20;

/** The list in an answer: the answer itself, or the first of its named lists. */
export function listIn(value: unknown, names: string[]): unknown[] {
  if (Array.isArray(value)) return value;
  const found = isFields(value) ? names.map((name) => value[name]).find(Array.isArray) : undefined;
  return (found as unknown[] | undefined) ?? [];
}

export function textIn(value: unknown, names: string[]): string {
  if (typeof value === 'string') return value;
  const found = isFields(value) ? names.map((name) => value[name]).find((one) => typeof one === 'string') : undefined;
  return (found as string | undefined) ?? '';
}

export function notFound(target: string, available: string[], reason: string): Outcome {
  const there = available.slice(0, mostNamed).map((name) => `"${name}"`);
  const more = available.length > mostNamed ? ` and ${available.length - mostNamed} more` : '';
  const what = there.length > 0 ? `; there is ${there.join(', ')}${more}` : '';
  return failure('target_not_found', `"${target}" was not found${what}: ${reason}`, { target, available });
}
