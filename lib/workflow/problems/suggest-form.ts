// How a value would be written in the form that is wanted: a list where there is text, a group of keys where there is a word.

import type { Path, SourceScalar } from '../source/source-tree.ts';
import type { Issue } from './schema-issue.ts';

/** A shell reads these; a program that is started without one gets them as they stand. */
const shellMarks = /["'`$|&;<>()*?\\\n]/;
const longestShown = 60;

/** `keysAt` gives the keys that the schema knows at a path; `at` is the value's own. */
export function suggestForm(
  issue: Issue,
  { text }: SourceScalar,
  at: Path,
  keysAt: (path: Path) => string[],
): string | undefined {
  if (issue.code !== 'invalid_type' || text === '' || text.length > longestShown) return undefined;
  const key = at.at(-1);
  if (issue.expected === 'object') return suggestGroup(text, key, keysAt(at));
  // Of a list of groups one word does not say enough to write one.
  if (issue.expected !== 'array' || keysAt([...at, 0]).length > 0) return undefined;
  const hasScript = key === 'command' && keysAt(at.slice(0, -1)).includes('script');
  if (!hasScript) return `write a list: ${key}: [${asItem(text)}]`;
  const script = `script: ${asItem(text)}`;
  if (shellMarks.test(text)) return `for a line of shell write ${script}`;
  const words = text.trim().split(/\s+/).map(asItem);
  return `write a list: command: [${words.join(', ')}], or for a line of shell ${script}`;
}

/** What one word or number says in a group that is mostly about it. */
const mainKeys = ['attempts', 'after', 'limit', 'instructions', 'choices'];

function suggestGroup(text: string, key: string | number | undefined, keys: string[]): string | undefined {
  if (keys.includes('id')) return `write - { id: ${asItem(text)} }`;
  const main = mainKeys.find((one) => keys.includes(one));
  if (main === undefined) return undefined;
  // A field of a form or an input is mostly its type.
  return `write ${key}: { ${main === 'choices' ? 'type' : main}: ${asItem(text)} }`;
}

/** As it can stand between brackets. */
function asItem(text: string): string {
  return /^[\w./@+=~-][\w./@+=~ -]*$/.test(text) && !/^- |^-$/.test(text) ? text : JSON.stringify(text);
}
