// Order from `needs`: a file in which any node has them is walked in topological order, one node after the other, ties as they
// are written, the members of a parallel_group as one. Each node that is walked so gets the one after it as its `next`; what
// only other nodes lead to (the ways of an `if`) stands behind the node that leads there, and goes on after that.
import type { LoadedNode } from './load-nodes.ts';
import { targetsOf } from './node-targets.ts';
import { reach } from './reach.ts';

const hasNeeds = (nodes: LoadedNode[]) => nodes.some(({ common }) => common.needs.length > 0);

/** Nodes that are walked together: one, or a group. */
type Unit = { nodes: LoadedNode[]; needs: Set<Unit>; isGroup: boolean };

function unitsOf(walked: LoadedNode[]): Unit[] {
  const units = new Map<string, Unit>();
  for (const node of walked) {
    const { parallel_group } = node.common;
    const key = parallel_group === undefined ? `node ${node.id}` : `group ${parallel_group}`;
    const unit = units.get(key) ?? { nodes: [], needs: new Set(), isGroup: parallel_group !== undefined };
    unit.nodes.push(node);
    units.set(key, unit);
  }
  return [...units.values()];
}

/** Which nodes other nodes lead to, by the node that does. */
function followersOf(nodes: LoadedNode[]): Map<string, string[]> {
  const ids = new Set(nodes.map(({ id }) => id));
  return new Map(
    nodes.map((node) => [node.id, targetsOf(node).flatMap(({ target }) => (ids.has(target) ? [target] : []))]),
  );
}

export function orderByNeeds(nodes: LoadedNode[]): LoadedNode[] {
  if (!hasNeeds(nodes)) return nodes;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const followers = followersOf(nodes);
  const led = new Set([...followers.values()].flat());
  const walked = nodes.filter(({ id, common }) => common.needs.length > 0 || !led.has(id));
  const units = unitsOf(walked);
  const unitOf = new Map(units.flatMap((unit) => unit.nodes.map(({ id }) => [id, unit] as const)));
  const ledBy = (unit: Unit) => {
    const starts = unit.nodes.flatMap(({ id }) => followers.get(id) ?? []);
    return reach(
      starts.filter((id) => !unitOf.has(id)),
      (id) => (followers.get(id) ?? []).filter((to) => !unitOf.has(to)),
    );
  };
  const leaders = new Map<string, Unit[]>();
  for (const unit of units) for (const id of ledBy(unit)) leaders.set(id, [...(leaders.get(id) ?? []), unit]);
  for (const unit of units) {
    // What needs a node that others lead to comes after all of those.
    const needed = unit.nodes.flatMap(({ common }) => common.needs);
    for (const id of needed)
      for (const one of leaders.get(id) ?? [unitOf.get(id)]) if (one && one !== unit) unit.needs.add(one);
  }
  const order: Unit[] = [];
  const left = new Set(units);
  while (left.size > 0) {
    // A circle is refused elsewhere; whatever comes of it here must only end.
    const next = [...left].find(({ needs }) => [...needs].every((one) => !left.has(one))) ?? [...left][0];
    if (!next) break;
    left.delete(next);
    order.push(next);
  }
  const withNext = (node: LoadedNode, next: string): LoadedNode =>
    node.common.next === undefined ? { ...node, common: { ...node.common, next } } : node;
  const lastLeader = (id: string) => order.findLast((unit) => leaders.get(id)?.includes(unit));
  const ordered = order.flatMap((unit, index) => {
    const next = order[index + 1]?.nodes[0]?.id ?? 'complete';
    const own = unit.isGroup ? unit.nodes : unit.nodes.map((node) => withNext(node, next));
    const behind = [...ledBy(unit)].filter((id) => lastLeader(id) === unit).flatMap((id) => byId.get(id) ?? []);
    return [...own, ...behind.map((node) => withNext(node, next))];
  });
  // Nothing that is walked leads to these.
  return [...ordered, ...nodes.filter(({ id }) => !unitOf.has(id) && !leaders.has(id))];
}
