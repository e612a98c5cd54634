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
  const document = documentOf(text, path);
  const keys = placeOf(keysOf(entry), document, entry, path);
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

type Key = string | number | { id: string };

/** sources[0].url → sources, 0, url; sources[id=docs].url → the entry of the list whose id is docs */
function keysOf(entry: string): Key[] {
  const parts = entry.match(/[^.[\]]+|\[id=[^\]]{1,200}\]|\[\d{1,4}\]/g) ?? [];
  const isWhole = /^[^.[\]]+(\.[^.[\]]+|\[id=[^\]]{1,200}\]|\[\d{1,4}\])*$/.test(entry);
  if (!isWhole || parts.some((part) => unsafe.has(part))) {
    throw refused(`"${entry}" is not the place of an entry, like sources[0].url or sources[id=docs].url`);
  }
  return parts.map((part) => {
    if (part.startsWith('[id=')) return { id: part.slice(4, -1) };
    return part.startsWith('[') ? Number(part.slice(1, -1)) : part;
  });
}

/** Which entry of a list an id means is known once the file is. */
function placeOf(keys: Key[], document: Document, entry: string, path: string): (string | number)[] {
  const place: (string | number)[] = [];
  for (const key of keys) {
    if (typeof key !== 'object') {
      place.push(key);
      continue;
    }
    const list: unknown = (document.getIn(place) as { toJSON?(): unknown } | undefined)?.toJSON?.();
    const index = Array.isArray(list) ? list.findIndex((one) => String(one?.id) === key.id) : -1;
    if (index === -1) throw refused(`"${entry}" cannot be set in "${path}": nothing there has the id "${key.id}"`);
    place.push(index);
  }
  return place;
}
