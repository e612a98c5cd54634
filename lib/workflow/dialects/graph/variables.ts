// What nodes are called in the native language, and what the names of variables mean there. A variable is `<node>.<field>`,
// where the node is its name in small letters with `_` for everything else, or the id that its system gave it.

import { isNameText } from '../../expression/tokens.ts';
import { scopeNames, targetKeywords } from '../../graph.ts';
import type { Findings } from '../../problems/findings.ts';
import type { Origin } from '../borrowed-tree.ts';
import { textIn } from '../borrowed-tree.ts';
import type { GraphNode } from './graph-file.ts';
import { controlTypes, modelTypes } from './node-types.ts';

const longestId = 60;
/** So many nodes of one name are looked at, the last of them. */
const mostOfOneName = 8;
const reserved = new Set<string>([...scopeNames, ...targetKeywords, 'skip', 'ask', 'secrets', 'other']);
for (const word of ['and', 'or', 'not', 'in', 'true', 'false', 'null']) reserved.add(word);
// What every object has; ids are keys of objects, and those of this format are in small letters.
for (const word of Object.getOwnPropertyNames(Object.prototype)) reserved.add(word.toLowerCase());

const variablePrefix = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '_');

/** What the names of a node's variables begin with. */
export const prefixOf = ({ tree, name }: GraphNode) => textIn(tree, 'auto_id') ?? variablePrefix(name);

function idFrom(node: GraphNode): string {
  const words = prefixOf(node);
  const plain = words
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '_')
    .slice(0, longestId);
  if (/^_*$/.test(plain)) return 'node';
  return /^[0-9]/.test(plain) ? `_${plain}` : plain;
}

/** Nodes may be called the same; their ids here may not. */
export function nativeIds(nodes: GraphNode[]): Map<GraphNode, string> {
  const taken = new Set<string>();
  const ids = new Map<GraphNode, string>();
  const counts = new Map<string, number>();
  const wanted = new Set(nodes.map(idFrom));
  for (const node of nodes) {
    const base = idFrom(node);
    let id = base;
    while (taken.has(id) || reserved.has(id) || (id !== base && wanted.has(id))) {
      const count = (counts.get(base) ?? (reserved.has(base) ? 0 : 1)) + 1;
      counts.set(base, count);
      id = `${base}_${count}`;
    }
    taken.add(id);
    ids.set(node, id);
  }
  return ids;
}

const ownNames = new Map([
  ['list_apps', 'find_app'],
  ['move_mouse', 'hover'],
  ['cdp_type_text', 'cdp_type'],
  ['cdp_wait_for', 'cdp_wait'],
]);

/** The ids that its system would give: `find_text_2` is the second node that looks for a text. */
function givenIds(nodes: GraphNode[]): Map<GraphNode, string> {
  const counts = new Map<string, number>();
  return new Map(
    nodes.map((node) => {
      const tool = node.type === 'Tool' ? (textIn(node.params, 'tool_name') ?? '') : undefined;
      const kind = tool ?? node.type.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
      const base = ownNames.get(kind) ?? kind;
      const count = (counts.get(base) ?? 0) + 1;
      counts.set(base, count);
      return [node, `${base}_${count}`];
    }),
  );
}

export type Variables = {
  /** The path of a variable, to be read with `??`; null when nothing ever sets it. */
  pathOf(name: string, origin: Origin, findings: Findings): string | null;
};

export function variablesOf(nodes: GraphNode[], ids: Map<GraphNode, string>): Variables {
  const working = nodes.filter(({ type }) => !controlTypes.has(type));
  const byWord = new Map<string, GraphNode[]>();
  const add = (word: string | undefined, node: GraphNode) => {
    if (word === undefined) return;
    const known = byWord.get(word) ?? [];
    if (!known.includes(node)) byWord.set(word, [...known, node]);
  };
  for (const node of working) add(prefixOf(node), node);
  // What a planner calls nodes that it has not named yet.
  const given = givenIds(nodes);
  for (const node of working) {
    for (const word of [variablePrefix(node.name), node.id, given.get(node)]) {
      if (word !== undefined && !byWord.has(word)) add(word, node);
    }
  }
  return {
    pathOf(name, { place }, findings) {
      const [prefix = '', ...fields] = name.split('.');
      const meant = fields.length === 0 ? [] : (byWord.get(prefix) ?? []);
      const [first, ...others] = meant.slice(-mostOfOneName).toReversed();
      if (!first) {
        const message = `a condition reads "${name}", which no node sets: it is always null`;
        const suggestion = findings.didYouMean(prefix, byWord.keys());
        findings.warning({ code: 'unknown_variable', place, path: [], message, suggestion });
        return null;
      }
      if (others.length > 0) {
        const message = `${meant.length} nodes are called "${prefix}": "${name}" is that of the last of them in the file that has run`;
        findings.warning({ code: 'shared_variable', place, path: [], message });
      }
      return [first, ...others].map((node) => pathIn(node, ids.get(node) ?? '', fields)).join(' ?? ');
    },
  };
}

function pathIn({ type }: GraphNode, id: string, fields: string[]): string {
  const [field = '', ...rest] = fields;
  const own = field === 'result' && modelTypes.has(type) ? 'text' : field;
  return id + [own, ...rest].map((key) => (isNameText(key) ? `.${key}` : `[${JSON.stringify(key)}]`)).join('');
}
