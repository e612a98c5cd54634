// Warnings about a graph that is legal but probably not meant: nodes the run can never reach, branches that run into each
// other because no `next` is written, and loops that nothing leads out of.
import type { Findings } from './findings.ts';
import type { LoadedNode } from './load-nodes.ts';
import { fallsThrough, targetsOf } from './node-targets.ts';
import { hasTemplate } from './template.ts';

type Step = {
  node: LoadedNode;
  falls: boolean;
  /** Positions of the nodes this one can lead to. */
  ways: number[];
  /** The chosen ones among them. */
  branches: number[];
  /** The run can end here, or go where only the run itself can tell. */
  isExit: boolean;
};

export function checkFlow(nodes: LoadedNode[], start: string | undefined, findings: Findings): void {
  const steps = stepsOf(nodes);
  const first = Math.max(
    0,
    nodes.findIndex(({ id }) => id === start),
  );
  const reached = reach([first], (position) => steps[position]?.ways ?? []);
  // A target that is made while the run goes on can be any node.
  const isOpen = nodes.some((node) => targetsOf(node).some(({ target }) => hasTemplate(target)));
  if (!isOpen) warnUnreachable(steps, reached, findings);
  warnFallingIn(steps, findings);
  warnEndless(steps, reached, findings);
}

function stepsOf(nodes: LoadedNode[]): Step[] {
  const positions = new Map(nodes.map(({ id }, position) => [id, position]));
  return nodes.map((node, position) => {
    const falls = fallsThrough(node);
    const following = position + 1 < nodes.length ? [position + 1] : [];
    let isExit = falls && following.length === 0;
    const ways = new Set(falls ? following : []);
    const branches: number[] = [];
    if (node.definition?.neverFallsThrough && targetsOf(node).length === 0) isExit = true;
    for (const { target, by } of targetsOf(node)) {
      const named = positions.get(target);
      const onwards = named === undefined && target === 'next' ? following : [];
      for (const way of named === undefined ? onwards : [named]) ways.add(way);
      if (named !== undefined && by === 'branch') branches.push(named);
      const endsRun = named === undefined && (target !== 'next' || following.length === 0);
      if (endsRun && by !== 'failure') isExit = true;
    }
    // A disabled node is passed.
    if (!node.common.enabled && node.common.next === undefined) for (const way of following) ways.add(way);
    return { node, falls, ways: [...ways], branches, isExit };
  });
}

function reach(from: number[], waysOf: (position: number) => number[]): Set<number> {
  const reached = new Set(from);
  // A set is walked in the order of adding, including what is added on the way.
  for (const position of reached) for (const way of waysOf(position)) reached.add(way);
  return reached;
}

function warnUnreachable(steps: Step[], reached: Set<number>, findings: Findings): void {
  for (const [position, { node }] of steps.entries()) {
    if (reached.has(position)) continue;
    const message = `node "${node.id}" can never be reached`;
    findings.warning({ code: 'unreachable', place: node.place, path: node.path, message });
  }
}

function warnFallingIn(steps: Step[], findings: Findings): void {
  // How many nodes up to a position do not run on by themselves: equal counts mean an unbroken stretch.
  const stops = [0];
  for (const { falls } of steps) stops.push((stops.at(-1) ?? 0) + (falls ? 0 : 1));
  const warned = new Set<number>();
  for (const [chooser, { branches, node }] of steps.entries()) {
    const inOrder = [...new Set(branches)].sort((a, b) => a - b);
    for (const [index, into] of inOrder.entries()) {
      const from = inOrder[index - 1];
      if (from === undefined || stops[from] !== stops[into] || (from <= chooser && chooser < into)) continue;
      const last = steps[into - 1]?.node;
      if (!last || warned.has(into - 1)) continue;
      warned.add(into - 1);
      const target = steps[into]?.node.id;
      findings.warning({
        code: 'falls_into_branch',
        place: last.place,
        path: last.path,
        message: `node "${last.id}" has no "next" and runs on into "${target}", another branch of "${node.id}"`,
        suggestion: `write "next: ${target}" if that is meant`,
      });
    }
  }
}

function warnEndless(steps: Step[], reached: Set<number>, findings: Findings): void {
  const back: number[][] = steps.map(() => []);
  for (const [position, { ways }] of steps.entries()) for (const way of ways) back[way]?.push(position);
  const exits = steps.flatMap(({ isExit }, position) => (isExit ? [position] : []));
  const ending = reach(exits, (position) => back[position] ?? []);
  const endless = [...reached].filter((position) => !ending.has(position)).sort((a, b) => a - b);
  const node = steps[endless[0] ?? -1]?.node;
  if (!node) return;
  const message = `from node "${node.id}" no way leads to the end of the run`;
  findings.warning({ code: 'no_way_out', place: node.place, path: node.path, message });
}
