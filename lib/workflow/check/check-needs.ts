// What makes `needs` legal: names that exist, no circle, and no other way into or out of what they order.
import type { LoadedNode } from '../load-nodes.ts';
import { targetsOf } from '../node-targets.ts';
import type { Findings } from '../problems/findings.ts';
import { reach } from '../reach.ts';
import { entryOf, keyPlaceOf, type Path, placeOf, type SourceMap } from '../source/source-tree.ts';

export function checkNeeds(root: SourceMap, nodes: LoadedNode[], ids: ReadonlySet<string>, findings: Findings): void {
  const needing = nodes.filter(({ common }) => common.needs.length > 0);
  if (needing.length === 0) return;
  const needs = new Map(nodes.map(({ id, common }) => [id, common.needs]));
  const complain = (node: LoadedNode, code: string, at: Path, message: string, suggestion?: string) =>
    findings.error({
      code,
      place: placeOf(node.tree, at),
      path: [...node.path, ...at],
      message: `node "${node.id}" ${message}`,
      suggestion,
    });
  const start = entryOf(root, 'start');
  if (start) {
    const message = '"start" says nothing in a file with "needs": every node that needs nothing is a start';
    findings.error({ code: 'needs_start', place: start.place, path: ['start'], message });
  }
  for (const node of needing) {
    for (const [index, id] of node.common.needs.entries()) {
      if (!ids.has(id))
        complain(node, 'unknown_target', ['needs', index], `needs unknown node "${id}"`, findings.didYouMean(id, ids));
    }
    const before = reach(node.common.needs, (id) => needs.get(id) ?? []);
    if (before.has(node.id)) complain(node, 'needs_cycle', ['needs'], 'needs itself, by way of what it needs');
  }
  const needed = new Set(needing.flatMap(({ common }) => common.needs));
  const waiting = new Set(needing.map(({ id }) => id));
  for (const node of nodes) {
    for (const { target, at, by } of targetsOf(node)) {
      // What the order itself gave is written nowhere.
      if (at[0] === 'next' && !entryOf(node.tree, 'next')) continue;
      const isWay = by === 'next' || at[0] === 'conditions' || at.includes('on');
      if (needed.has(node.id) && isWay) {
        const message = 'is needed by others, which come after it; it cannot lead elsewhere';
        const place = keyPlaceOf(node.tree, at);
        findings.error({
          code: 'needed_leads',
          place,
          path: [...node.path, ...at],
          message: `node "${node.id}" ${message}`,
        });
      }
      if (waiting.has(target))
        complain(node, 'leads_to_needing', at, `leads to "${target}", which is entered when what it needs is finished`);
    }
  }
}
