// The top of a file: its first state, its inputs, and what must be so before it starts.
import { childOf, entryOf, type SourceEntry, type SourceMap, type SourceNode } from '../../source/source-tree.ts';
import { entryFrom, listFrom, mapFrom, mapOfEntries, type Part, scalarFrom } from '../borrowed-tree.ts';
import { conditionOf } from './conditions.ts';
import { effect, type Piece } from './effects/pieces.ts';
import { itemsOf } from './fields.ts';
import { withMessage } from './nodes/validation-gate.ts';
import { type Translation, warn, wordsOf } from './translation.ts';

type Data = { computed: SourceEntry[]; flags: SourceEntry[]; custom: SourceEntry[] };

const groupOf = (node: SourceNode | undefined): SourceEntry[] => (node?.kind === 'map' ? node.entries : []);

/** The first state in its native places. */
function dataOf(root: SourceMap, translation: Translation): Data {
  const { names, survey } = translation;
  const data: Data = { computed: [], flags: [], custom: [] };
  const state = childOf(root, 'initial_state');
  for (const entry of groupOf(state)) {
    if (entry.key === 'flags') for (const flag of groupOf(entry.value)) addFlag(flag, data, translation);
    else if (entry.key === 'computed') data.computed.push(...groupOf(entry.value));
    else (names.livesInComputed(entry.key) ? data.computed : data.custom).push(entry);
  }
  // What is only ever set in the middle of something is null before.
  for (const name of survey.set) {
    if (survey.fields.has(name) || names.livesInComputed(name)) continue;
    data.custom.push(entryFrom(state ?? root, name, null));
  }
  data.computed = [...new Map(data.computed.toReversed().map((one) => [one.key, one])).values()].reverse();
  return data;
}

function addFlag(flag: SourceEntry, data: Data, translation: Translation): void {
  if (!translation.survey.notFlags.has(flag.key)) {
    const isTrue = flag.value.kind === 'scalar' && flag.value.value === true;
    data.flags.push({ ...flag, value: scalarFrom(flag.value, isTrue) });
    return;
  }
  warn(
    translation,
    flag.place,
    'no_flag',
    `the flag "${flag.key}" is neither true nor false; it is kept as computed.${flag.key}`,
  );
  data.computed.push(flag);
}

export function stateOf(root: SourceMap, translation: Translation): Part {
  const { computed, flags, custom } = dataOf(root, translation);
  const origin = entryOf(root, 'initial_state') ?? root;
  const group = (entries: SourceEntry[]) => (entries.length > 0 ? mapOfEntries(origin, entries) : undefined);
  const own = mapFrom(origin, { flags: group(flags), computed: group(computed) });
  const entries = [...custom, ...own.entries];
  return entries.length > 0 ? mapOfEntries(origin, entries) : undefined;
}

/** Effects that give the data its first values again. */
export function firstState(root: SourceMap, translation: Translation): Piece[] {
  const { computed, flags, custom } = dataOf(root, translation);
  return [
    ...flags.map(({ key, value, place }) => effect({ place }, 'set_flag', { flag: key, value })),
    ...computed.map(({ key, value, place }) => effect({ place }, 'set_state', { field: `computed.${key}`, value })),
    ...custom.map(({ key, value, place }) => effect({ place }, 'set_state', { field: key, value })),
  ];
}

/** What must be so before a run starts, and what of it only a person can say. */
export function requirementsOf(root: SourceMap, translation: Translation): { require: Part; asked: SourceNode[] } {
  const written = entryOf(root, 'entry_preconditions');
  const asked: SourceNode[] = [];
  const require = itemsOf(written?.value).flatMap((one) => {
    const condition = conditionOf(one, translation);
    if (condition === null) {
      asked.push(one);
      return [];
    }
    const message = childOf(one, 'error_message') ?? childOf(one, 'message');
    return [message ? withMessage(condition, wordsOf(message, translation)) : condition];
  });
  return { require: require.length > 0 && written ? listFrom(written, require) : undefined, asked };
}
