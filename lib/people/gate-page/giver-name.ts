import { visibleText } from '../../html/visible-text.ts';
import { nameLimit } from './gate-page-form.ts';

/** The name that somebody without an account gives: one visible line, or null when there is none. */
export function readGiverName(given: string | null): string | null {
  const name = visibleText(given ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, nameLimit)
    .toWellFormed();
  return name === '' ? null : name;
}
