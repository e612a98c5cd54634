// Where a node can lead, from the file alone: the one place that knows which fields are ways out.
// Dynamic targets (`${…}`) may lead anywhere and are reported as such.
import { definitionOf } from '../nodes/index.ts';
import { failureKeywords, findNode, followingNode, type Graph, type GraphNode, targetKeywords } from './graph.ts';

export type Edge = { to: string; via: string };

const keywords: ReadonlySet<string> = new Set([...targetKeywords, ...failureKeywords]);

function written(node: GraphNode): { target: string; via: string }[] {
  const definition = definitionOf(node.type);
  const own = definition?.targets?.(node.fields) ?? [];
  return [
    ...own.map(({ path, target }) => ({ target, via: path.join('.') })),
    ...node.gates.flatMap((gate) =>
      Object.entries(gate.on ?? {}).map(([option, target]) => ({ target, via: `on.${option}` })),
    ),
    ...node.conditions.map(({ if: condition, then }) => ({ target: then, via: condition })),
    ...(node.next === null ? [] : [{ target: node.next, via: 'next' }]),
    { target: node.on_failure, via: 'on_failure' },
  ];
}

/** True when the run may go on to the following node without saying so. */
export function fallsThrough(graph: Graph, node: GraphNode): boolean {
  if (node.next !== null) return false;
  const definition = definitionOf(node.type);
  if (!definition?.neverFallsThrough) return true;
  return definition.type === 'if' && node.fields.else === undefined;
}

export function edgesOf(graph: Graph, node: GraphNode): Edge[] {
  const edges: Edge[] = [];
  const following = followingNode(graph, node.id);
  for (const { target, via } of written(node)) {
    if (findNode(graph, target)) edges.push({ to: target, via });
    else if (target.includes('${')) edges.push(...graph.nodes.map(({ id }) => ({ to: id, via })));
    else if (target === 'next' && following) edges.push({ to: following.id, via });
    else if (!keywords.has(target)) continue;
  }
  if (following && fallsThrough(graph, node)) edges.push({ to: following.id, via: 'next' });
  return edges;
}

const reachable = new WeakMap<Graph, Map<string, ReadonlySet<string>>>();

/** The node and everything that can come after it. */
export function reachableFrom(graph: Graph, id: string): ReadonlySet<string> {
  let known = reachable.get(graph);
  if (!known) reachable.set(graph, (known = new Map()));
  let found = known.get(id);
  if (!found) {
    const seen = new Set<string>([id]);
    const open = [id];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const node = findNode(graph, next);
      for (const { to } of node ? edgesOf(graph, node) : []) {
        if (!seen.has(to)) {
          seen.add(to);
          open.push(to);
        }
      }
    }
    known.set(id, (found = seen));
  }
  return found;
}
