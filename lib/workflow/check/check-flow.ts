// Warnings about a graph that is legal but probably not meant: nodes the run can never reach, branches that run into each
// other because no `next` is written, and loops that nothing leads out of.

import { targetsOf } from '../node-targets.ts';
import type { Findings } from '../problems/findings.ts';
import { reach } from '../reach.ts';
import { hasTemplate } from '../template.ts';
import type { Step } from './flow-graph.ts';

export function checkFlow(steps: Step[], start: string | undefined, findings: Findings): void {
  const first = Math.max(
    0,
    steps.findIndex(({ node }) => node.id === start),
  );
  const reached = reach([first], (position) => steps[position]?.successors ?? []);
  // A target that is made while the run goes on can be any node.
  const isOpen = steps.some(({ node }) => targetsOf(node).some(({ target }) => hasTemplate(target)));
  if (!isOpen) warnUnreachable(steps, reached, findings);
  warnFallingIn(steps, findings);
  warnEndless(steps, reached, findings);
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
  for (const [position, { successors }] of steps.entries()) for (const way of successors) back[way]?.push(position);
  const exits = steps.flatMap(({ isExit }, position) => (isExit ? [position] : []));
  const ending = reach(exits, (position) => back[position] ?? []);
  const endless = [...reached].filter((position) => !ending.has(position)).sort((a, b) => a - b);
  // One warning for each loop: whatever leads into one that is already told needs no second.
  const told = new Set<number>();
  for (const position of endless) {
    const walk = reach([position], (at) => (told.has(at) ? [] : (steps[at]?.successors ?? [])));
    const node = steps[position]?.node;
    if (node && ![...walk].some((at) => told.has(at))) {
      const message = `from node "${node.id}" no way leads to the end of the run`;
      findings.warning({ code: 'no_way_out', place: node.place, path: node.path, message });
    }
    for (const at of walk) told.add(at);
  }
}
