// What a consequence becomes: effects of the native action it stands in, or a node of its own, in which case the action is
// divided around it. Null means that the native language has no way to do it.
import type { SourceEntry, SourceMap } from '../../../source/source-tree.ts';
import { mapFrom, type Origin, type Part, scalarFrom } from '../../borrowed-tree.ts';
import type { Fields } from '../fields.ts';
import type { Translation } from '../translation.ts';
import { nativeText } from '../words/texts.ts';

/** `more` are nodes that stand beside the piece's own. */
export type OwnNode = { parts: Record<string, Part>; more?: SourceEntry[] };
export type Piece =
  | { effect: SourceMap /** Nothing may follow it, nor act beside it. */; isLast?: boolean }
  | { node: (id: string) => OwnNode; origin: Origin };

export type Consequence = (fields: Fields, translation: Translation) => Piece[] | null;

export function effect(origin: Origin, type: string, parts: Record<string, Part>): Piece {
  return { effect: mapFrom(origin, { type, ...parts }) };
}

export const storeKeys = ['store_as', 'store_in', 'store_result', 'save_as'] as const;

export type Stored = { name: Part; path: string; after: Piece[] };

/** Where a result is kept: always in `computed` at first. Undefined when nothing is to be kept, null when it cannot be. */
export function storedBy(
  entry: SourceEntry | undefined,
  { tree }: Fields,
  translation: Translation,
): Stored | undefined | null {
  if (entry?.value.kind !== 'scalar' || entry.value.text === '') return entry ? null : undefined;
  const { names, locals } = translation;
  const path = names.write(entry.value.text);
  if (path === null) return null;
  const flag = /^flags\.(.*)$/.exec(path)?.[1];
  const inComputed =
    flag === undefined ? (path.startsWith('computed.') ? path : `computed.${path}`) : `computed.${flag}`;
  const name = nativeText(scalarFrom(entry.value, inComputed), { path: names.read, locals });
  if (name === null) return null;
  const after = flag === undefined ? [] : [effect(tree, 'set_flag', { flag, value: `\${${inComputed}}` })];
  return { name: { ...entry, value: name }, path: name.text, after };
}
