// A configuration file as a value, and one entry of it set. JSON by its name, else YAML 1.2 with the limits that a workflow
// file has. Whatever the change does not touch stays as it is written, comments too.
import { Composer, Document } from 'yaml';
import { messageOf } from '../../errors.ts';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';
import { tokensOf } from '../../workflow/source/source.ts';

const longest = 256 * 1024;
const unsafe = new Set(['__proto__', 'constructor', 'prototype']);

export function readConfig(text: string, path: string): unknown {
  const document = documentOf(text, path);
  return JSON.parse(JSON.stringify(document.toJS() ?? null));
}

/** The text of the file with the entry set; `text` is empty when there is no file yet. */
export function setConfigEntry(text: string, path: string, entry: string, value: unknown): string {
  const keys = keysOf(entry);
  const document = documentOf(text, path);
  try {
    document.setIn(keys, document.createNode(value));
  } catch (error) {
    throw refused(`"${entry}" cannot be set in "${path}": ${messageOf(error)}`);
  }
  return isJson(path) ? `${JSON.stringify(document.toJS(), null, 2)}\n` : document.toString({ lineWidth: 0 });
}

function refused(message: string): ClientFailure {
  return new ClientFailure('file_refused', message);
}

function isJson(path: string): boolean {
  return /\.json$/i.test(path);
}

function documentOf(text: string, path: string): Document {
  if (text.length > longest) throw refused(`"${path}" is larger than ${longest / 1024} KB; no configuration is`);
  if (isJson(path)) return new Document(text.trim() === '' ? undefined : parsedJson(text, path));
  const problems: string[] = [];
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const tokens = tokensOf(text, (_, offset, message) => problems.push(`${message} (line ${lineOf(offset)})`));
  // The search for duplicate keys compares every pair, which a large file turns into minutes.
  const composer = new Composer({ schema: 'core', merge: false, uniqueKeys: false, prettyErrors: false });
  const [document = new Document(), ...others] = composer.compose(tokens, false, text.length);
  problems.push(...document.errors.map(({ message, pos }) => `${message} (line ${lineOf(pos[0])})`));
  if (others.length > 0) problems.push('it holds more than one document');
  if (problems.length > 0) throw refused(`"${path}" cannot be read: ${problems[0]}`);
  return document as Document;
}

function parsedJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser quotes a part of the text, and a part of a secret is not found in a message.
    const [where = ''] = / \(line \d+ column \d+\)$/.exec(messageOf(error)) ?? [];
    throw refused(`"${path}" cannot be read: it is not JSON${where}`);
  }
}

/** sources[0].url → sources, 0, url */
function keysOf(entry: string): (string | number)[] {
  const keys = entry.split('.').flatMap((part) => {
    const [, name, indexes] = /^([^[\]]+)((?:\[\d{1,4}\])*)$/.exec(part) ?? [];
    if (name === undefined || unsafe.has(name))
      throw refused(`"${entry}" is not the place of an entry, like sources[0].url`);
    return [name, ...[...(indexes ?? '').matchAll(/\d+/g)].map(([index]) => Number(index))];
  });
  return keys;
}
