// The keys of a map of the file, each asked for by the name that the specification has for it or by one that real files
// use; what nobody asked for is told, so that nothing is left out silently.
import { entryOf, type SourceEntry, type SourceMap, type SourceNode } from '../../source/source-tree.ts';
import { type Translation, textOf, warn } from './translation.ts';

export type Fields = {
  tree: SourceMap;
  type: string;
  /** The first of these keys that the file has. */
  get(...keys: string[]): SourceEntry | undefined;
  text(...keys: string[]): string | null;
  has(key: string): boolean;
  warnUnused(translation: Translation): void;
};

const alwaysKnown = ['type', 'description', 'id', 'name', 'comment', 'notes', 'note'];

export function fieldsOf(tree: SourceMap): Fields {
  const used = new Set(alwaysKnown);
  function get(...keys: string[]): SourceEntry | undefined {
    for (const key of keys) used.add(key);
    return keys.map((key) => entryOf(tree, key)).find((entry) => entry !== undefined);
  }
  return {
    tree,
    type: textOf(entryOf(tree, 'type')?.value) ?? '',
    get,
    text: (...keys) => textOf(get(...keys)?.value),
    has: (key) => entryOf(tree, key) !== undefined,
    warnUnused(translation) {
      for (const { key, place } of tree.entries) {
        if (!used.has(key)) warn(translation, place, 'left_out', `"${key}" means nothing here and is left out`);
      }
    },
  };
}

export function itemsOf(node: SourceNode | undefined): SourceNode[] {
  if (node === undefined || (node.kind === 'scalar' && node.text === '')) return [];
  return node.kind === 'list' ? node.items : [node];
}
