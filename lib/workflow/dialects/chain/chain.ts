// Chains: steps, decisions and delegates that lead to each other by name. A chain may be entered at several places, each
// with a name; which one it is, the run is started with.
import { childOf, entryOf, type SourceEntry, type SourceMap, type SourceNode } from '../../source/source-tree.ts';
import {
  entryFrom,
  givenIn,
  listFrom,
  mapFrom,
  mapOfEntries,
  type Part,
  scalarFrom,
  textIn,
} from '../borrowed-tree.ts';
import { translateInputs } from '../context-inputs.ts';
import type { Dialect } from '../dialect.ts';
import { freeIdIn, legalIds } from '../legal-ids.ts';
import { resemblanceByKeys } from '../resemblance.ts';
import { type ChainFile, callOf, variableText } from './chain-file.ts';
import { type ChainNode, nodeTypes, passedVariables, translateNode } from './nodes.ts';

/** What every chain of that system may be given. */
const usual = { goal: 'text', auto_yes: 'boolean' } as const;

const nodesOf = (tree: SourceNode): SourceEntry[] => {
  const nodes = childOf(tree, 'nodes');
  return nodes?.kind === 'map' ? nodes.entries : [];
};

export const chain: Dialect = {
  format: 'chain',
  missing: 'empty',
  recognises: (tree) =>
    entryOf(tree, 'chain_id') !== undefined ||
    ((entryOf(tree, 'entry') ?? entryOf(tree, 'entries')) !== undefined &&
      nodesOf(tree).some(({ value }) => nodeTypes.includes(textIn(value, 'type') ?? ''))),
  resembles: (tree) =>
    childOf(tree, 'patterns')?.kind === 'list' && entryOf(tree, 'fallback')
      ? { signs: 4, why: 'it says which chain belongs to which words, and is none itself' }
      : resemblanceByKeys(tree, {
          telling: ['entries', 'preload', 'triggers', 'entry'],
          needed: ['chain_id', 'nodes', 'entry'],
        }),
  written: (tree) => nodesOf(tree).length,
  translate(tree, findings) {
    const list = givenIn(tree, 'nodes');
    const written = nodesOf(tree);
    if (!list || written.length === 0) {
      const message = '"nodes" must be a group with at least one node';
      findings.error({ code: 'missing', place: list?.place ?? tree.place, path: ['nodes'], message });
      return null;
    }
    const ids = legalIds(written.map(({ key }) => key));
    const isJoin = (value: SourceNode) => textIn(value, 'type') === 'join';
    const joins = new Map(written.flatMap(({ key, value }) => (isJoin(value) ? [[key, value] as const] : [])));
    const nodes = written.flatMap(({ key, value, place }): ChainNode[] => {
      if (isJoin(value)) return [];
      if (value.kind === 'map') return [{ id: ids.get(key) ?? key, written: key, tree: value, place }];
      const message = `node "${key}" must be a group of keys`;
      findings.error({ code: 'wrong_type', place, path: ['nodes', key], message });
      return [];
    });
    const inputs = inputsOf(tree, nodes, findings);
    const taken = new Set(ids.values());
    const jumps = new Map<string, SourceEntry>();
    const file: ChainFile = {
      findings,
      ids,
      variables: inputs.names,
      joins,
      jump(name, origin) {
        const known = jumps.get(name);
        if (known) return known.key;
        const id = freeIdIn(`to_${name.replace(/[^A-Za-z0-9_-]+/g, '_')}`, taken);
        taken.add(id);
        const call = callOf(name, origin);
        const entry = call.inputs as SourceMap | undefined;
        // The same chat goes on there: what it is about goes with it.
        const passed = Object.keys(usual).filter(() => entryOf(tree, 'chain_id'));
        const values = passed.map((one) => entryFrom(origin, one, variableText(file, one)));
        const given = [...values, ...(entry?.entries ?? [])];
        const inputs = given.length > 0 ? mapOfEntries(origin, given) : undefined;
        jumps.set(name, entryFrom(origin, id, mapFrom(origin, { ...call, inputs, next: 'complete' })));
        return id;
      },
    };
    const translated = nodes.map((node) => entryFrom(node, node.id, translateNode(file, node)));
    const start = startOf(tree, file, list, taken);
    warnPreload(tree, findings);
    const end = ids.has('complete') ? [entryFrom(list, 'complete_chain', mapFrom(list, { type: 'end' }))] : [];
    return mapFrom(tree, {
      name: givenIn(tree, 'name') ?? givenIn(tree, 'chain_id') ?? givenIn(tree, 'id'),
      version: givenIn(tree, 'version'),
      description: givenIn(tree, 'description'),
      tags: givenIn(tree, 'tags'),
      inputs: mapOfEntries(tree, [...inputs.entries, ...start.inputs]),
      start: start.id,
      nodes: mapOfEntries(list, [...start.nodes, ...translated, ...jumps.values(), ...end]),
    });
  },
};

type Variables = { names: Map<string, string>; entries: SourceEntry[] };

/** Those that it declares, those that it passes on, and those that every chain may be given. */
function inputsOf(tree: SourceNode, nodes: ChainNode[], findings: ChainFile['findings']): Variables {
  const declared = translateInputs(givenIn(tree, 'variables') ?? givenIn(tree, 'inputs'), findings);
  const names = new Map(declared.names);
  const entries = [...(declared.tree?.entries ?? [])];
  const add = (name: string, type: string) => {
    if (names.has(name)) return;
    names.set(name, name);
    const value = type === 'boolean' ? false : '';
    entries.push(entryFrom(tree, name, mapFrom(tree, { type, default: scalarFrom(tree, value) })));
  };
  if (entryOf(tree, 'chain_id')) for (const [name, type] of Object.entries(usual)) add(name, type);
  for (const name of nodes.flatMap(passedVariables)) if (/^[A-Za-z_]\w*$/.test(name)) add(name, 'string');
  return { names, entries };
}

type Start = { id: Part; nodes: SourceEntry[]; inputs: SourceEntry[] };
type Entry = { name: string; node: SourceNode; to: string };

/** Where the chain begins: at its entry, or at the one that the run names. */
function startOf(tree: SourceNode, { ids, findings }: ChainFile, list: SourceEntry, taken: Set<string>): Start {
  const find = (name: string, node: SourceNode): Entry[] => {
    const word = node.kind === 'scalar' ? node.text : '';
    const to = ids.get(word);
    if (to !== undefined) return [{ name, node, to }];
    const message = `the entry "${name}" names unknown node "${word}"`;
    const suggestion = findings.didYouMean(word, ids.keys());
    findings.error({ code: 'unknown_target', place: node.place, path: ['entries', name], message, suggestion });
    return [];
  };
  const entries = writtenEntries(tree).flatMap(({ name, node }) => find(name, node));
  const written = givenIn(tree, 'entry');
  const own = written
    ? find('entry', written.value)[0]?.to
    : (entries.find(({ name }) => name === 'default') ?? entries[0])?.to;
  const first = own ?? ids.values().next().value ?? '';
  const others = entries.filter(({ to }) => to !== first);
  if (others.length === 0) return { id: scalarFrom(written?.value ?? list, first), nodes: [], inputs: [] };
  const id = freeIdIn('entry', taken);
  const origin = givenIn(tree, 'entries') ?? list;
  const cases = others.map(({ name, node, to }) =>
    mapFrom(node, { name, if: `inputs.entry == '${name.replace(/['\\]/g, '\\$&')}'`, then: scalarFrom(node, to) }),
  );
  const choice = mapFrom(origin, { type: 'switch', name: 'Entry', cases: listFrom(origin, cases), default: first });
  const choices = listFrom(origin, [
    'default',
    ...new Set(entries.map(({ name }) => name).filter((name) => name !== 'default')),
  ]);
  const input = mapFrom(origin, { type: 'choice', choices, default: 'default', description: 'Where the chain begins' });
  return { id, nodes: [entryFrom(origin, id, choice)], inputs: [entryFrom(origin, 'entry', input)] };
}

function writtenEntries(tree: SourceNode): { name: string; node: SourceNode }[] {
  const entries = givenIn(tree, 'entries')?.value;
  if (entries?.kind === 'map') {
    return entries.entries.map(({ key, value }) => ({ name: key, node: givenIn(value, 'node')?.value ?? value }));
  }
  return (entries?.kind === 'list' ? entries.items : []).flatMap((item) => {
    const node = givenIn(item, 'node')?.value ?? (item.kind === 'scalar' ? item : undefined);
    return node ? [{ name: textIn(item, 'name') ?? (node.kind === 'scalar' ? node.text : ''), node }] : [];
  });
}

/** Files that a chat would have had before its first step. */
function warnPreload(tree: SourceNode, findings: ChainFile['findings']): void {
  const preload = givenIn(tree, 'preload')?.value;
  const files =
    preload?.kind === 'map'
      ? preload.entries.map(({ key, place, value }) => ({ key, place, file: value }))
      : (preload?.kind === 'list' ? preload.items : []).map((item, index) => ({
          key: index,
          place: item.place,
          file: givenIn(item, 'source')?.value ?? item,
        }));
  for (const { key, place, file } of files) {
    const message = `"${file.kind === 'scalar' ? file.text : key}" is not read before the steps; each step reads its own file`;
    findings.warning({ code: 'left_out', place, path: ['preload', key], message });
  }
}
