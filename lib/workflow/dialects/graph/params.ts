// The parameters of one node, as parts of its call. Texts of this format are no templates: what looks like one is escaped.
// What is asked for is noted, so that a parameter that nothing uses can be told.
import { entryOf, type SourceEntry, type SourceMap, type SourceNode } from '../../source/source-tree.ts';
import {
  entryFrom,
  givenIn,
  listFrom,
  mapOfEntries,
  type Part,
  replaceIn,
  scalarFrom,
  textIn,
} from '../borrowed-tree.ts';

const marks = /\$\{|\{\{(?=\s*ask_user)/g;
const escaped = (mark: string) => (mark === '${' ? '$${' : "${'{{'}");

export const plainText = (text: string) => text.replace(marks, escaped);

/** Every text inside as it is written, whatever it looks like. */
function plain(node: SourceNode): SourceNode {
  if (node.kind === 'list') return listFrom(node, node.items.map(plain));
  if (node.kind === 'map') return mapOfEntries(node, node.entries.map(plainEntry));
  const isMarked = typeof node.value === 'string' && plainText(node.value) !== node.value;
  return isMarked ? replaceIn(node, marks, ([mark]) => escaped(mark)) : node;
}

export const plainEntry = (entry: SourceEntry): SourceEntry => ({ ...entry, value: plain(entry.value) });

/** Where another node's result is referred to, by `{ node, field }`; of a place on the screen its two numbers. */
export type Reference = { text: string; x?: string; y?: string };

export type Params = {
  /** As it is written; undefined when it is not given. An empty text is given. */
  given(key: string): SourceEntry | undefined;
  /** Undefined for an empty text too. */
  filled(key: string): SourceEntry | undefined;
  text(key: string): string | undefined;
  /** `Left` as `left`: tools take small letters. */
  word(key: string, otherwise: string): Part;
  /** The text of `<key>`, unless `<key>_ref` says which node gives it. */
  referred(key: string): Part;
  reference(key: string): Reference | null;
  /** Nobody misses it, unless it is the one that matters. */
  ignore(key: string, unless?: string): void;
  /** What is given and was never asked for. */
  unused(): SourceEntry[];
};

export function paramsOf(params: SourceMap, refer: (reference: SourceNode) => Reference): Params {
  const asked = new Set<string>(['type']);
  const given = (key: string) => {
    asked.add(key);
    const entry = entryOf(params, key);
    return entry && !isNull(entry) ? plainEntry(entry) : undefined;
  };
  const reference = (key: string) => {
    asked.add(key);
    const entry = givenIn(params, key);
    return entry ? refer(entry.value) : null;
  };
  const filled = (key: string) => {
    const entry = given(key);
    return entry && givenIn(params, key) ? entry : undefined;
  };
  return {
    given,
    filled,
    reference,
    text(key) {
      asked.add(key);
      return textIn(params, key);
    },
    word(key, otherwise) {
      const entry = filled(key);
      if (entry?.value.kind !== 'scalar') return otherwise;
      return entryFrom(entry, key, scalarFrom(entry.value, entry.value.text.toLowerCase()));
    },
    referred(key) {
      const found = reference(`${key}_ref`);
      return found ? entryFrom(entryOf(params, `${key}_ref`) ?? params, key, found.text) : given(key);
    },
    ignore(key, unless) {
      if (unless === undefined || textIn(params, key) !== unless) asked.add(key);
    },
    unused: () => params.entries.filter((entry) => !asked.has(entry.key) && !isNull(entry)),
  };
}

const isNull = ({ value }: SourceEntry) => value.kind === 'scalar' && value.value === null;
