// What planners leave out of their edges, and what they get wrong with loops, mended as their system does: ways out of a Loop
// or an If get their labels, ways from a body straight back to its loop go by the loop's end, each end leads back to its
// loop, and what follows an end is where the loop leads when it is done.
import type { Findings } from '../../problems/findings.ts';
import { reach } from '../../reach.ts';
import { type GraphEdge, type GraphFile, type GraphNode, quoted } from './graph-file.ts';

/** A flat plan has no links that can be trusted: an end belongs to the innermost loop that is still open. */
export function pairLoops(nodes: GraphNode[], findings: Findings): GraphNode[] {
  const open: GraphNode[] = [];
  const paired = nodes.map((node) => {
    if (node.type === 'Loop') open.push(node);
    if (node.type !== 'EndLoop') return node;
    const loop = open.pop();
    if (!loop) warn(node, `EndLoop ${quoted(node)} has no Loop before it`, findings);
    return { ...node, loop: loop?.id ?? '' };
  });
  for (const loop of open) warn(loop, `Loop ${quoted(loop)} has no EndLoop after it`, findings);
  return paired;
}

function warn({ place, path }: { place: GraphNode['place']; path: GraphNode['path'] }, message: string, to: Findings) {
  to.warning({ code: 'inferred_edge', place, path, message });
}

export function inferEdges({ nodes, edges: written }: GraphFile, findings: Findings): GraphEdge[] {
  const ends = new Map(nodes.flatMap(({ loop, id }) => (loop === null ? [] : [[loop, id] as const])));
  const types = new Map(nodes.map(({ id, type }) => [id, type]));
  let edges = written.map((edge) => ({ ...edge }));
  for (const node of nodes) if (node.type === 'Loop') labelLoop(node, ends.get(node.id), edges, findings);
  for (const end of nodes) {
    if (end.loop !== null && types.get(end.loop) === 'Loop') edges = mendEnd(end, end.loop, types, edges);
  }
  edges = edges.filter((edge) => {
    // The end of a loop around it is another matter: a round of that one ends there.
    if (edge.label !== 'LoopDone' || ends.get(edge.from) !== edge.to) return true;
    warn(edge, 'this LoopDone leads to the end of its own loop, which leads back: it is left out', findings);
    return false;
  });
  for (const node of nodes) if (node.type === 'If') labelIf(node, edges);
  return edges;
}

const unlabelled = (id: string, edges: GraphEdge[]) => edges.filter(({ from, label }) => from === id && label === null);

function labelLoop(node: GraphNode, end: string | undefined, edges: GraphEdge[], findings: Findings): void {
  const [first, second, ...more] = unlabelled(node.id, edges);
  if (!first || more.length > 0) return;
  first.label = 'LoopBody';
  if (!second) return;
  second.label = 'LoopDone';
  if (first.to === end) [first.label, second.label] = ['LoopDone', 'LoopBody'];
  else if (second.to !== end) {
    warn(node, `Loop ${quoted(node)} has two edges without labels: the first is taken for its body`, findings);
  }
}

function labelIf(node: GraphNode, edges: GraphEdge[]): void {
  const [first, second, ...more] = unlabelled(node.id, edges);
  if (!first || !second || more.length > 0) return;
  first.label = 'IfTrue';
  second.label = 'IfFalse';
}

const chooses = new Set(['If', 'Switch', 'Loop', 'EndLoop']);

function mendEnd(end: GraphNode, loop: string, types: Map<string, string>, edges: GraphEdge[]): GraphEdge[] {
  const body = bodyOf(loop, end.id, edges);
  for (const edge of edges) {
    if (edge.to !== loop || edge.from === end.id || !body.has(edge.from)) continue;
    edge.to = end.id;
    if (!chooses.has(types.get(edge.from) ?? '')) edge.label = null;
  }
  if (!edges.some(({ from, to }) => from === end.id && to === loop)) {
    const { place, path } = end;
    edges.push({ from: end.id, to: loop, label: null, case: null, place, target: end, path });
  }
  const isStray = ({ from, to }: GraphEdge) => from === end.id && to !== loop;
  if (edges.some(({ from, label }) => from === loop && label === 'LoopDone')) {
    return edges.filter((edge) => !isStray(edge));
  }
  const onward = edges.find(isStray);
  if (onward) Object.assign(onward, { from: loop, label: 'LoopDone' });
  return edges;
}

/** What a round can reach before it comes back. */
function bodyOf(loop: string, end: string, edges: GraphEdge[]): Set<string> {
  const start = edges.find(({ from, label }) => from === loop && label === 'LoopBody');
  if (!start || start.to === loop || start.to === end) return new Set();
  const ways = Map.groupBy(edges, ({ from }) => from);
  return reach([start.to], (id) => (ways.get(id) ?? []).map(({ to }) => to).filter((to) => to !== loop && to !== end));
}
