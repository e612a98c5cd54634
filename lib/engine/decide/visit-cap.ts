// How often a node may be visited before a person is asked: `max_visits`, and inside loops and splits so often for each
// round and each branch. A loop or split that leads into itself counts once, so every circle comes to rest.
import { findNode, nodeOf } from '../../workflow/graph.ts';
import type { Position } from '../state.ts';
import type { DecisionInput } from './decision-input.ts';

export function visitCap({ graph, state }: DecisionInput, position: Position): number {
  const node = nodeOf(graph, position.node);
  const rounds = new Map<string, number>();
  const addLoop = (id: string) => rounds.set(id, (findNode(graph, id)?.traits.rounds?.most ?? 1) + 1);
  if (node.traits.rounds) addLoop(node.id);
  let at: Position | undefined = position;
  while (at) {
    for (const loop of at.loops) addLoop(loop.node);
    const { parent: id }: Position = at;
    at = id === null ? undefined : state.active.find((one) => one.id === id);
    if (at?.split) rounds.set(at.node, at.split.branches.length);
  }
  return [...rounds.values()].reduce((product, each) => product * Math.max(1, each), node.max_visits);
}
