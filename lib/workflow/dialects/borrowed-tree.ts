// Tree nodes for what a dialect says in the native language. Each borrows the place of what it was made from, so that a
// problem with it is told where the author can mend it. What is the same in both languages is used as it is, not copied.
import {
  entryOf,
  type Place,
  type SourceEntry,
  type SourceList,
  type SourceMap,
  type SourceNode,
  type SourceScalar,
} from '../source/source-tree.ts';

/** Whatever has a place: a value, or a key with its value. */
export type Origin = { place: Place };
/** A value of the file, a key of the file whose value is taken over, or a plain value that stands nowhere in the file. */
export type Part = SourceNode | SourceEntry | SourceScalar['value'] | undefined;

export function scalarFrom(origin: Origin, value: SourceScalar['value']): SourceScalar {
  const { place } = origin;
  return { kind: 'scalar', value, text: String(value ?? ''), place, placeAt: () => place };
}

export function listFrom(origin: Origin, items: Exclude<Part, undefined>[]): SourceList {
  return { kind: 'list', items: items.map((item) => nodeFrom(origin, item)), place: origin.place };
}

/** A map of fixed keys in the order given. A part that is undefined is left out; one that is a key keeps its place. */
export function mapFrom(origin: Origin, parts: Record<string, Part>): SourceMap {
  const entries = Object.entries(parts).flatMap(([key, part]) =>
    part === undefined ? [] : [entryFrom(isEntry(part) ? part : origin, key, part)],
  );
  return mapOfEntries(origin, entries);
}

/** A map whose keys come from the file: JavaScript objects would move those that look like numbers to the front. */
export function mapOfEntries(origin: Origin, entries: SourceEntry[]): SourceMap {
  return { kind: 'map', entries, place: origin.place };
}

/** A key that stands where `origin` does. */
export function entryFrom(origin: Origin, key: string, part: Exclude<Part, undefined>): SourceEntry {
  return { key, place: origin.place, value: nodeFrom(origin, part) };
}

/** The text with every match replaced, in which all places outside of the replacements stay what they were. */
export function replaceIn(
  scalar: SourceScalar,
  pattern: RegExp,
  replacement: (match: RegExpMatchArray) => string,
): SourceScalar {
  const parts = [...scalar.text.matchAll(pattern)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    text: replacement(match),
  }));
  return replaceParts(scalar, parts);
}

/** The same for parts that were found in another way, in their order. */
export function replaceParts(scalar: SourceScalar, parts: { from: number; to: number; text: string }[]): SourceScalar {
  const { text } = scalar;
  // Where pieces begin in the new text and in the old one; a replacement stands where what it replaces began.
  const pieces: { at: number; from: number; isReplaced: boolean }[] = [{ at: 0, from: 0, isReplaced: false }];
  let made = '';
  let from = 0;
  for (const part of parts) {
    made += text.slice(from, part.from);
    pieces.push({ at: made.length, from: part.from, isReplaced: true });
    made += part.text;
    from = part.to;
    pieces.push({ at: made.length, from, isReplaced: false });
  }
  made += text.slice(from);
  const placeAt = (offset: number) => {
    const piece = pieces.findLast(({ at }) => at <= offset);
    if (!piece) return scalar.place;
    return scalar.placeAt(piece.isReplaced ? piece.from : piece.from + offset - piece.at);
  };
  return { kind: 'scalar', value: made, text: made, place: scalar.place, placeAt };
}

/** Every text below as it is written: where the file's own language has no templates, a `${` in it is none. */
export function literally(node: SourceNode): SourceNode {
  if (node.kind === 'list') return { ...node, items: node.items.map(literally) };
  if (node.kind === 'map') {
    return { ...node, entries: node.entries.map((entry) => ({ ...entry, value: literally(entry.value) })) };
  }
  return typeof node.value === 'string' && node.value.includes('${') ? replaceIn(node, /\$\{/g, () => '$${') : node;
}

/** The key of the file, unless it is not there or says nothing: JSON writes `null` for what is not given. */
export function givenIn(node: SourceNode | undefined, key: string): SourceEntry | undefined {
  const entry = entryOf(node, key);
  return entry?.value.kind === 'scalar' && (entry.value.value === null || entry.value.text === '') ? undefined : entry;
}

/** The text of such a key, where it is one. */
export function textIn(node: SourceNode | undefined, key: string): string | undefined {
  const value = givenIn(node, key)?.value;
  return value?.kind === 'scalar' ? value.text : undefined;
}

function isEntry(part: Part): part is SourceEntry {
  return typeof part === 'object' && part !== null && !('kind' in part);
}

function nodeFrom(origin: Origin, part: Exclude<Part, undefined>): SourceNode {
  if (isEntry(part)) return part.value;
  return typeof part === 'object' && part !== null ? part : scalarFrom(origin, part);
}
