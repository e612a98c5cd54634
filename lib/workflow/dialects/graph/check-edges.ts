// What makes a graph of this format legal, all of it told at once: one node to start with, exactly the ways out that a node's
// type has, and no way back but from the end of a loop.
import type { Findings } from '../../problems/findings.ts';
import { childOf, type Place, type SourceNode } from '../../source/source-tree.ts';
import { textIn } from '../borrowed-tree.ts';
import {
  edgeLabel,
  type GraphEdge,
  type GraphFile,
  type GraphNode,
  type Label,
  quoted,
  waysOut,
} from './graph-file.ts';

type Tell = (code: string, at: { place: Place; path: GraphNode['path'] }, message: string, suggestion?: string) => void;

/** Where the graph starts; the first node when it is wrong. */
export function checkEdges(file: GraphFile, findings: Findings): GraphNode | undefined {
  const tell: Tell = (code, { place, path }, message, suggestion) =>
    findings.error({ code, place, path, message, suggestion });
  const { nodes, edges, place } = file;
  if (nodes.length === 0) {
    // Unless there are some that could not be read.
    if (!findings.hasErrors()) tell('no_nodes', { place, path: ['nodes'] }, 'the graph has no nodes');
    return undefined;
  }
  checkIds(nodes, tell);
  const out = waysOut(edges);
  for (const node of nodes) checkOut(node, out(node.id), tell, findings);
  checkCycles(file, tell);
  return checkEntry(file, tell);
}

function checkIds(nodes: GraphNode[], tell: Tell): void {
  const first = new Map<string, GraphNode>();
  for (const node of nodes) {
    const before = first.get(node.id);
    if (!before) first.set(node.id, node);
    else
      tell('duplicate_id', node, `node ${quoted(node)} has the id of ${quoted(before)} in line ${before.place.line}`);
  }
}

function checkEntry({ nodes, edges, place }: GraphFile, tell: Tell): GraphNode | undefined {
  const loops = new Map(nodes.flatMap(({ id, loop }) => (loop === null ? [] : [[id, loop] as const])));
  const targets = new Set(edges.filter(({ from, to }) => loops.get(from) !== to).map(({ to }) => to));
  const [first, ...others] = nodes.filter(({ id }) => !targets.has(id));
  if (!first) {
    const message = 'an edge leads to every node, so there is none to start with';
    tell('no_entry_point', { place, path: ['nodes'] }, message);
  }
  for (const other of others) {
    const message = `no edge leads to ${quoted(other)}, and none to ${quoted(first as GraphNode)}: a graph starts at one node`;
    tell('multiple_entry_points', other, message);
  }
  return first ?? nodes[0];
}

function checkOut(node: GraphNode, ways: GraphEdge[], tell: Tell, findings: Findings): void {
  if (node.type === 'If') checkIf(node, ways, tell);
  else if (node.type === 'Switch') checkSwitch(node, ways, tell);
  else if (node.type === 'Loop') checkLoop(node, ways, tell);
  else if (node.type !== 'EndLoop') checkPlain(node, ways, tell, findings);
}

/** The first way of each label; all others are too many. */
function sorted(ways: GraphEdge[], allowed: Label[]) {
  const found = allowed.map((one) => ways.find(({ label }) => label === one));
  return { found, extra: ways.filter((way) => !found.includes(way)) };
}

function checkIf(node: GraphNode, ways: GraphEdge[], tell: Tell): void {
  const { found, extra } = sorted(ways, ['IfTrue', 'IfFalse']);
  for (const [index, label] of ['IfTrue', 'IfFalse'].entries()) {
    if (!found[index]) tell('missing_if_branch', node, `If ${quoted(node)} has no edge ${label}`);
  }
  for (const way of extra) {
    tell('extra_if_edges', way, `If ${quoted(node)} has a third edge, ${edgeLabel(way)}, besides IfTrue and IfFalse`);
  }
}

function checkLoop(node: GraphNode, ways: GraphEdge[], tell: Tell): void {
  const { found, extra } = sorted(ways, ['LoopBody', 'LoopDone']);
  if (!found[0]) tell('missing_loop_edge', node, `Loop ${quoted(node)} has no edge LoopBody`);
  for (const way of extra) {
    const message = `Loop ${quoted(node)} has one more edge, ${edgeLabel(way)}, besides LoopBody and LoopDone`;
    tell('extra_loop_edges', way, message);
  }
}

export const casesOf = ({ params }: GraphNode): SourceNode[] => {
  const cases = childOf(params, 'cases');
  return cases?.kind === 'list' ? cases.items : [];
};

function checkSwitch(node: GraphNode, ways: GraphEdge[], tell: Tell): void {
  const names = new Set<string>();
  for (const [index, one] of casesOf(node).entries()) {
    const name = textIn(one, 'name') ?? '';
    const at = { place: childOf(one, 'name')?.place ?? one.place, path: [...node.path, 'cases', index] };
    if (names.has(name)) tell('duplicate_switch_case_name', at, `Switch ${quoted(node)} has two cases "${name}"`);
    else if (!ways.some((way) => way.case === name)) {
      tell('missing_switch_case', at, `Switch ${quoted(node)} has no edge for its case "${name}"`);
    }
    names.add(name);
  }
  const taken = new Set<string>();
  for (const way of ways) {
    const isKnown = way.case === null ? way.label === 'SwitchDefault' : names.has(way.case);
    const label = edgeLabel(way);
    if (!isKnown) tell('unknown_switch_output', way, `Switch ${quoted(node)} has no case for its edge ${label}`);
    else if (taken.has(label)) tell('duplicate_switch_case', way, `Switch ${quoted(node)} has two edges ${label}`);
    taken.add(label);
  }
}

/** An edge with a label is followed too: its system would stop there without a word. */
function checkPlain(node: GraphNode, ways: GraphEdge[], tell: Tell, findings: Findings): void {
  const [first, ...others] = ways;
  for (const way of others) {
    tell('multiple_outgoing_edges', way, `node ${quoted(node)} has ${ways.length} edges; only one can lead on from it`);
  }
  if (first && first.label !== null && others.length === 0) {
    const message = `the edge from ${quoted(node)} has the label ${edgeLabel(first)}, which belongs to other types: it is followed all the same`;
    findings.warning({ code: 'stray_label', place: first.place, path: first.path, message });
  }
}

/** Depth first and without recursion, ways out of the end of a loop left aside. Each way that closes a circle is told. */
function checkCycles({ nodes, edges }: GraphFile, tell: Tell): void {
  const ends = new Set(nodes.flatMap(({ id, type }) => (type === 'EndLoop' ? [id] : [])));
  const out = waysOut(edges.filter(({ from }) => !ends.has(from)));
  const names = new Map(nodes.map((node) => [node.id, quoted(node)]));
  const done = new Set<string>();
  const open = new Set<string>();
  for (const { id: start } of nodes) {
    if (done.has(start)) continue;
    const stack = [{ id: start, ways: out(start).values() }];
    open.add(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const { value: way } = top.ways.next();
      if (!way) {
        open.delete(top.id);
        done.add(top.id);
        stack.pop();
      } else if (open.has(way.to)) {
        const message = `the edge from ${names.get(way.from)} to ${names.get(way.to)} closes a circle; only an EndLoop leads back`;
        tell('cycle_detected', way, message);
      } else if (!done.has(way.to)) {
        open.add(way.to);
        stack.push({ id: way.to, ways: out(way.to).values() });
      }
    }
  }
}
