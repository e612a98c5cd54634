// Values read as something else, for data that others wrote: programs and models give numbers and booleans as texts. The
// operators stay strict; whoever wants a reading asks for it by one of these functions.
import type { CallContext } from './functions.ts';
import { isPlainObject, spend, toText, unitsOfWrittenCharacter } from './values.ts';

const longestNumber = 400;

/** A number, or a text that is nothing but one; null for everything else. */
export function asNumber(value: unknown, { work, offset }: CallContext): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.length > longestNumber) return null;
  spend(work, value.length, offset);
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** As it reads inside a text: null as nothing, lists and objects as JSON. */
export function asWords(value: unknown, { work, offset }: CallContext): string {
  const text = toText(value, offset, work);
  spend(work, unitsOfWrittenCharacter * text.length, offset);
  return text;
}

/** Null, an empty text, list or object. A number or boolean always says something. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isPlainObject(value) && Object.keys(value).length === 0;
}

/** Whether two single values say the same, in whatever type: 3 and '3.0', true and 'true'. Lists and objects never do. */
export function isAlike(a: unknown, b: unknown, context: CallContext): boolean {
  if (typeof a === 'string' && typeof b === 'string') {
    spend(context.work, Math.min(a.length, b.length), context.offset);
    return a === b;
  }
  if (typeof a === 'number' || typeof b === 'number') {
    const [left, right] = [asNumber(a, context), asNumber(b, context)];
    return left !== null && right !== null && Math.abs(left - right) < Number.EPSILON;
  }
  if (typeof a === 'boolean' && typeof b === 'string') return String(a) === b;
  if (typeof a === 'string' && typeof b === 'boolean') return a === String(b);
  return (a === null || typeof a === 'boolean') && a === b;
}
