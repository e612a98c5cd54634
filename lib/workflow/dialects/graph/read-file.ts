// Reads nodes and edges out of any shape. A saved graph that lacks something is wrong; a plan is what a model wrote, so what
// cannot be understood in it is left out, with a warning that says so.
import type { Findings } from '../../problems/findings.ts';
import { nearest } from '../../problems/suggest.ts';
import { childOf, entryOf, type Path, type SourceList, type SourceNode } from '../../source/source-tree.ts';
import { givenIn, mapFrom, scalarFrom, textIn } from '../borrowed-tree.ts';
import { type GraphEdge, type GraphFile, type GraphNode, isMap, type Label, labels } from './graph-file.ts';
import { inferEdges, pairLoops } from './infer-edges.ts';
import { displayName, typedPart } from './node-types.ts';
import { planFault } from './plan-steps.ts';
import { flatSteps, kindOf } from './shape.ts';

export function readGraph(tree: SourceNode, findings: Findings): GraphFile {
  const steps = flatSteps(tree);
  if (steps) return readSteps(steps, tree.kind === 'list' ? [] : ['steps'], findings);
  const written = childOf(tree, 'nodes');
  const list = written?.kind === 'list' ? written : { ...scalarList(tree) };
  const isPlan = list.items.some((item) => kindOf(item) === 'planned');
  const nodes = list.items.flatMap((item, index) => readNode(item, ['nodes', index], isPlan, findings));
  const ids = new Set(nodes.map(({ id }) => id));
  const place = entryOf(tree, 'nodes')?.place ?? tree.place;
  const file = { isPlan, nodes, edges: readEdges(tree, ids, isPlan, findings), place };
  return isPlan ? { ...file, edges: inferEdges(file, findings) } : file;
}

const scalarList = ({ place }: SourceNode): SourceList => ({ kind: 'list', items: [], place });

/** Each step leads to the following one; loops and their ends are paired like brackets. */
function readSteps(list: SourceList, path: Path, findings: Findings): GraphFile {
  const nodes = pairLoops(
    list.items.flatMap((item, index) => readNode(item, [...path, index], true, findings, `step ${index + 1}`)),
    findings,
  );
  const edges = nodes.slice(1).map((node, index): GraphEdge => {
    const from = nodes[index] as GraphNode;
    const { place, path: at } = from;
    return { from: from.id, to: node.id, label: null, case: null, place, target: from, path: at };
  });
  const file = { isPlan: true, nodes, edges, place: list.place };
  return { ...file, edges: inferEdges(file, findings) };
}

/** `flat` is what a step without an id is called. */
function readNode(item: SourceNode, path: Path, isPlan: boolean, findings: Findings, flat?: string): GraphNode[] {
  const written = givenIn(item, 'id');
  const id = textIn(item, 'id') ?? flat;
  const place = written?.value.place ?? item.place;
  if (!isMap(item) || id === undefined) {
    const message = isMap(item) ? 'this node needs "id"' : 'a node must be a group of keys';
    const finding = { code: 'missing', place, path, message };
    if (isPlan) findings.warning({ ...finding, message: `${message}: it is left out` });
    else findings.error(finding);
    return [];
  }
  const kind = kindOf(item);
  const node = { id, name: textIn(item, 'name') ?? '', tree: item, place, path, loop: null };
  if (kind === 'planned') {
    const fault = planFault(item, flat !== undefined);
    if (fault) {
      const message = `the step "${id}" is left out: ${fault.message}`;
      findings.warning({ code: 'left_out', place: fault.place ?? place, path, message, suggestion: fault.suggestion });
      return [];
    }
    const type = textIn(item, 'step_type') ?? '';
    const loop = textIn(item, 'loop_id') ?? null;
    return [{ ...node, name: node.name || displayName(type, item), type, params: item, loop }];
  }
  if (kind === 'older') {
    const params = childOf(item, 'params');
    const type = textIn(item, 'kind') ?? '';
    return [{ ...node, name: node.name || type, type, params: isMap(params) ? params : mapFrom(item, {}) }];
  }
  const { type, params } = typedPart(item);
  if (type === '') {
    const message = `node "${node.name || id}" needs "node_type"`;
    if (isPlan) findings.warning({ code: 'left_out', place, path, message: `${message}: it is left out` });
    else findings.error({ code: 'missing', place, path: [...path, 'node_type'], message });
    return [];
  }
  const loop = type === 'EndLoop' ? (textIn(params, 'loop_id') ?? '') : null;
  return [{ ...node, name: node.name || displayName(type, params), type, params, loop }];
}

function readEdges(tree: SourceNode, ids: Set<string>, isPlan: boolean, findings: Findings): GraphEdge[] {
  const list = childOf(tree, 'edges');
  if (list?.kind !== 'list') return [];
  return list.items.flatMap((item, index) => readEdge(item, ['edges', index], ids, isPlan, findings));
}

function readEdge(item: SourceNode, path: Path, ids: Set<string>, isPlan: boolean, findings: Findings): GraphEdge[] {
  const [from, to] = [givenIn(item, 'from'), givenIn(item, 'to')];
  const tell = (code: string, place: { line: number; column: number }, message: string, suggestion?: string) => {
    if (isPlan) findings.warning({ code, place, path, message: `${message}: the edge is left out`, suggestion });
    else findings.error({ code, place, path, message, suggestion });
    return [];
  };
  if (from?.value.kind !== 'scalar' || to?.value.kind !== 'scalar') {
    return tell('missing', item.place, 'an edge needs "from" and "to"');
  }
  // What a planner writes for the end.
  if (isPlan && to.value.text === 'DONE') return [];
  const unknown = [from.value, to.value].filter(({ text }) => !ids.has(text));
  for (const { text, place } of unknown) {
    // In a plan it is most often a step that was left out.
    const suggestion = isPlan ? undefined : findings.didYouMean(text, ids);
    tell('unknown_target', place, `there is no node "${text}" for this edge`, suggestion);
  }
  // A graph keeps it, so that whoever lacks an edge is not told so as well.
  if (isPlan && unknown.length > 0) return [];
  const output = givenIn(item, 'output')?.value;
  const word = output?.kind === 'scalar' ? output.text : (textIn(output, 'type') ?? '');
  const label = output ? labels.find((one) => one === word) : null;
  if (label === undefined) {
    const near = nearest(word, labels);
    const hint = near === undefined ? `the labels are ${labels.join(', ')}` : `did you mean "${near}"?`;
    return tell('unknown_output', output?.place ?? item.place, `"${word}" is not a label of an edge`, hint);
  }
  const name = label === 'SwitchCase' ? (textIn(output, 'name') ?? '') : null;
  const edge = { from: from.value.text, to: to.value.text, label: label as Label | null, case: name };
  return [{ ...edge, place: item.place, target: scalarFrom(to.value, to.value.text), path }];
}
