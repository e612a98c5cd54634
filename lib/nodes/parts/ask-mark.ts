// `{{ask_user}}` in a field asks people before the node runs: `{{ask_user: Which file?}}` in these words,
// `{{ask_user: Which one? | a | b}}` with these answers, `{{ask_user(number): How many?}}` for a value of this type.
import { formFieldTypes } from './gate-spec.ts';

export type AskMark = {
  type: (typeof formFieldTypes)[number];
  /** Null without words of its own. */
  label: string | null;
  choices: string[] | null;
};

export const askPattern = /\{\{\s*ask_user\s*(?:\(\s*([a-z]+)\s*\))?\s*(?::([^{}]*))?\}\}/g;

/** Null for a type that there is not. */
export function readMark(type: string | undefined, words: string | undefined): AskMark | null {
  const [label = '', ...choices] = (words ?? '').split('|').map((part) => part.trim());
  const known = formFieldTypes.find((one) => one === (type ?? (choices.length > 0 ? 'choice' : 'text')));
  return known ? { type: known, label: label || null, choices: choices.length > 0 ? choices : null } : null;
}
