// Neighbours of one parallel_group are one batch: a split of its own, in front of them, starts them together and goes on
// after the last of them.

import { parallel } from '../nodes/parallel.ts';
import { addedNode } from './added-node.ts';
import type { Graph, GraphNode } from './graph.ts';

export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted.replace(/[^A-Za-z0-9_-]/g, '_');
  while (taken.has(id)) id = `${id}_group`;
  return id;
}

function splitOf(id: string, name: string, members: GraphNode[], next: string): GraphNode {
  const branches = Object.fromEntries(members.map((node) => [node.id, node.id]));
  const fields = { branches, join: 'all' as const };
  return addedNode(members[0] as GraphNode, { id, definition: parallel, name, next, fields });
}

type Ungrouped = Omit<Graph, 'successors' | 'way_words' | 'judge'>;

export function withGroups(graph: Ungrouped, groupOf: ReadonlyMap<string, string | undefined>): Ungrouped {
  const taken = new Set(graph.nodes.map(({ id }) => id));
  const nodes: GraphNode[] = [];
  let { start } = graph;
  for (let at = 0; at < graph.nodes.length; ) {
    const first = graph.nodes[at] as GraphNode;
    const name = groupOf.get(first.id);
    let end = at + 1;
    while (name !== undefined && end < graph.nodes.length && groupOf.get(graph.nodes[end]?.id ?? '') === name) end += 1;
    const members = graph.nodes.slice(at, end);
    at = end;
    if (name === undefined) {
      nodes.push(first);
      continue;
    }
    const id = freeId(name, taken);
    taken.add(id);
    if (members.some((node) => node.id === start)) start = id;
    nodes.push(splitOf(id, name, members, graph.nodes[end]?.id ?? 'complete'));
    nodes.push(...members.map((node) => ({ ...node, group: id, next: 'join' })));
  }
  return { ...graph, start, nodes };
}
