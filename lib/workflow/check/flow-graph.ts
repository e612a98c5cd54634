// Where a run can go from each node of a file, by position, with failures and passed nodes counted in.
import type { LoadedNode } from '../load-nodes.ts';
import { fallsThrough, targetsOf } from '../node-targets.ts';

export type Step = {
  node: LoadedNode;
  falls: boolean;
  /** Positions of the nodes this one can lead to. */
  successors: number[];
  /** The chosen ones among them. */
  branches: number[];
  /** The run can end here, or go where only the run itself can tell. */
  isExit: boolean;
};

export function flowGraphOf(nodes: LoadedNode[]): Step[] {
  const positions = new Map(nodes.map(({ id }, position) => [id, position]));
  return nodes.map((node, position) => {
    const falls = fallsThrough(node);
    const following = position + 1 < nodes.length ? [position + 1] : [];
    let isExit = falls && following.length === 0;
    const successors = new Set(falls ? following : []);
    const branches: number[] = [];
    if (node.definition?.neverFallsThrough && targetsOf(node).length === 0) isExit = true;
    for (const { target, by } of targetsOf(node)) {
      const named = positions.get(target);
      // Whoever is asked by `escalate` may skip the node, which is passed then.
      const isPassed = target === 'escalate' && (node.common.next ?? 'escalate') === 'escalate';
      const onwards = named === undefined && (target === 'next' || isPassed) ? following : [];
      for (const way of named === undefined ? onwards : [named]) successors.add(way);
      if (named !== undefined && by === 'branch') branches.push(named);
      const endsRun = named === undefined && (target !== 'next' || following.length === 0);
      if (endsRun && by !== 'failure') isExit = true;
    }
    // A disabled node is passed.
    if (!node.common.enabled && node.common.next === undefined) for (const way of following) successors.add(way);
    return { node, falls, successors: [...successors], branches, isExit };
  });
}
