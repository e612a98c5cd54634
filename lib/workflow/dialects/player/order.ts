// Edges as what each node needs, and the groups of nodes that can really be walked at the same time.
import type { Findings } from '../../problems/findings.ts';
import type { SourceNode, SourceScalar } from '../../source/source-tree.ts';
import { givenIn, textIn } from '../borrowed-tree.ts';

/** What stands before a node, where it is written. */
export type Needs = Map<string, SourceScalar[]>;

const endOf = (edge: SourceNode, keys: string[], index: number): SourceScalar | undefined => {
  const value = edge.kind === 'list' ? edge.items[index] : keys.map((key) => givenIn(edge, key)?.value).find(Boolean);
  return value?.kind === 'scalar' ? value : undefined;
};

export function needsOf(edges: SourceNode | undefined, ids: ReadonlySet<string>, findings: Findings): Needs {
  const needs: Needs = new Map();
  for (const [index, edge] of (edges?.kind === 'list' ? edges.items : []).entries()) {
    const from = endOf(edge, ['from', 'source'], 0);
    const to = endOf(edge, ['to', 'target'], 1);
    const path = ['edges', index];
    if (!from || !to) {
      const message = `this edge has no "${from ? 'to' : 'from'}"`;
      findings.error({ code: 'missing', place: edge.place, path, message });
      continue;
    }
    const unknown = [from, to].filter(({ text }) => !ids.has(text));
    for (const { text, place } of unknown) {
      const message = `this edge ${text === to.text && !ids.has(to.text) ? 'leads to' : 'comes from'} unknown node "${text}"`;
      findings.error({ code: 'unknown_target', place, path, message, suggestion: findings.didYouMean(text, ids) });
    }
    const known = needs.get(to.text) ?? [];
    if (unknown.length === 0 && !known.some(({ text }) => text === from.text)) needs.set(to.text, [...known, from]);
  }
  return needs;
}

type Member = { id: string; tree: SourceNode };

/** Of each node the group that it is walked with: none where one of a group would have to wait for another of it. */
export function groupsOf(nodes: Member[], needs: Needs, findings: Findings): Map<string, string> {
  const wanted = new Map<string, Member[]>();
  for (const node of nodes) {
    const name = textIn(node.tree, 'parallel_group');
    if (name && textIn(node.tree, 'type') !== 'checkpoint') wanted.set(name, [...(wanted.get(name) ?? []), node]);
  }
  const groups = new Map<string, string>();
  const isOrdered = isAcyclic(nodes, needs, groups);
  for (const [name, members] of wanted) {
    const more = new Map([...groups, ...members.map(({ id }) => [id, name] as const)]);
    if (!isOrdered || isAcyclic(nodes, needs, more)) for (const { id } of members) groups.set(id, name);
    else {
      const place = givenIn(members[0]?.tree, 'parallel_group')?.value.place ?? { line: 1, column: 1 };
      const message = `the group "${name}" is walked one after the other: its edges let none of it start together`;
      findings.warning({ code: 'left_out', place, path: ['parallel_group'], message });
    }
  }
  return groups;
}

/** Kahn's order, with each group as one step. */
function isAcyclic(nodes: Member[], needs: Needs, groups: ReadonlyMap<string, string>): boolean {
  const unitOf = (id: string) => (groups.has(id) ? `group ${groups.get(id)}` : `node ${id}`);
  const before = new Map<string, Set<string>>();
  for (const { id } of nodes) {
    const unit = before.get(unitOf(id)) ?? new Set();
    for (const { text } of needs.get(id) ?? []) unit.add(unitOf(text));
    before.set(unitOf(id), unit);
  }
  for (let size = -1; size !== before.size; ) {
    size = before.size;
    for (const [unit, others] of before) if (![...others].some((one) => before.has(one))) before.delete(unit);
  }
  return before.size === 0;
}
