// Which paths an effect may set. The root is always written out, so that a file shows what it changes; parts below it may
// be templates.
import { z } from 'zod';
import type { DecideContext } from '../contract/node-context.ts';
import type { Change } from '../contract/outcome.ts';
import { mustBeGiven } from './define-effect.ts';

const rooted = /^[A-Za-z_][A-Za-z0-9_-]*(?=[.[]|$)/;

function isField(path: string): boolean {
  const root = rooted.exec(path)?.[0];
  if (root === 'flags') return /^flags\.[A-Za-z_][A-Za-z0-9_]*$/.test(path);
  return root !== undefined && !(root === 'computed' && path === 'computed');
}

/** computed.x, flags.x, or a custom field of the state. */
export const field = z
  .string()
  .refine(isField, { message: 'must be a path that can be set, like computed.count, flags.ready or phase' });

export const flagName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { message: 'use letters, digits and _, and start with a letter or _' });

/** A name in `computed`; the prefix may be written or not. */
export const storeAs = z
  .string()
  .refine((path) => rooted.test(path) && path !== 'computed' && !path.startsWith('flags.'), {
    message: 'must be a name in computed, like total or computed.total',
  });

/** Any value, null too, but it must be written. */
export const given = z.unknown().refine((value) => value !== undefined, { message: mustBeGiven });

export function computedPath(name: string): string {
  return `computed.${name.replace(/^computed\./, '')}`;
}

export function stored(ctx: DecideContext, name: string, value: unknown): { changes: Change[] } {
  return { changes: [{ op: 'set', path: ctx.renderText(computedPath(name)), value: value ?? null }] };
}
