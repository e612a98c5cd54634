// From the text of a workflow file to a checked graph, or to all that is wrong with it. Reads nothing and runs nothing.
import { buildGraph, buildServers } from './build-graph.ts';
import { checkCompared } from './check/check-compared.ts';
import { checkControl } from './check/check-control.ts';
import { checkFlow } from './check/check-flow.ts';
import { checkGraph } from './check/check-graph.ts';
import { checkPlainValues } from './check/check-plain-values.ts';
import { checkReferences } from './check/check-references.ts';
import { checkWork } from './check/check-work.ts';
import { flowGraphOf } from './check/flow-graph.ts';
import type { Graph } from './graph.ts';
import { readInputFields } from './inputs/input-fields.ts';
import { loadNodes } from './load-nodes.ts';
import { createFindings, type Findings } from './problems/findings.ts';
import type { Problem } from './problems/problem.ts';
import { shown } from './problems/schema-issue.ts';
import { type FileFields, fileSchema } from './schema.ts';
import { parseTree } from './source/parse-tree.ts';
import { readSource } from './source/source.ts';
import {
  childOf,
  entryOf,
  isEmpty,
  keysBelow,
  type SourceMap,
  type SourceNode,
  toValue,
} from './source/source-tree.ts';

export type LoadedWorkflow = {
  /** Null when there is any error. */
  graph: Graph | null;
  problems: Problem[];
  format: 'gatehouse';
  name: string | null;
  nodes: number;
};

const start = { line: 1, column: 1 };

export function loadWorkflow(text: string): LoadedWorkflow {
  const findings = createFindings();
  const tree = readSource(text, findings);
  const root = tree && readRoot(tree, findings);
  const graph = root && loadGraph(root, findings);
  const name = childOf(root ?? undefined, 'name');
  const nodes = childOf(root ?? undefined, 'nodes');
  return {
    graph: findings.hasErrors() ? null : graph,
    problems: findings.sorted(),
    format: 'gatehouse',
    name: name?.kind === 'scalar' && !isEmpty(name) ? name.text : null,
    nodes: nodes?.kind === 'map' ? nodes.entries.length : 0,
  };
}

/** Null when the file is no workflow of this format; then nothing else in it is worth a complaint. */
function readRoot(tree: SourceNode, findings: Findings): SourceMap | null {
  const format = entryOf(tree, 'gatehouse')?.value;
  if (tree.kind === 'map' && format?.kind === 'scalar' && format.text === '1') return tree;
  let message = 'this is not a Gatehouse workflow; add "gatehouse: 1" at the top';
  if (tree.kind !== 'map') message = `a workflow is a group of keys, not ${shown(tree)}; start it with "gatehouse: 1"`;
  if (format) message = `"gatehouse" must be 1, not ${shown(format)}`;
  findings.error({ code: 'unknown_format', place: format?.place ?? start, path: format ? ['gatehouse'] : [], message });
  return null;
}

function loadGraph(root: SourceMap, findings: Findings): Graph | null {
  const file = readFile(root, findings);
  const written = entryOf(root, 'nodes');
  if (written && written.value.kind !== 'map' && !isEmpty(written.value)) {
    const message = `"nodes" must be a group of keys, not ${shown(written.value)}`;
    findings.error({ code: 'wrong_type', place: written.place, path: ['nodes'], message });
    return null;
  }
  if (written?.value.kind !== 'map' || written.value.entries.length === 0) {
    const message = 'a workflow needs at least one node';
    findings.error({ code: 'missing', place: written?.place ?? start, path: ['nodes'], message });
    return null;
  }
  const nodes = loadNodes(written.value, findings);
  const inputs = readInputFields(root, file, findings);
  checkGraph(root, file, nodes, findings);
  checkReferences(root, file, nodes, findings);
  checkWork(nodes, findings);
  checkCompared(nodes, findings);
  checkPlainValues(nodes, findings);
  // Where a node leads that could not be read is not known.
  const isReadable = nodes.length === written.value.entries.length && nodes.every(({ fields }) => fields !== null);
  if (isReadable) {
    const steps = flowGraphOf(nodes);
    checkFlow(steps, file.start, findings);
    checkControl(steps, findings);
  }
  const servers = buildServers(file.servers, keysBelow(root, ['servers']));
  return findings.hasErrors() ? null : buildGraph(file, inputs, servers, nodes);
}

const unnamed: FileFields = fileSchema.parse({ gatehouse: 1, name: 'unnamed', nodes: {} });

function readFile(root: SourceMap, findings: Findings): FileFields {
  const name = entryOf(root, 'name');
  const hasName = name && !isEmpty(name.value);
  if (!hasName) {
    const place = name?.place ?? start;
    findings.error({ code: 'missing', place, path: ['name'], message: 'the workflow needs "name"' });
  }
  const entries = root.entries.filter(({ key }) => key !== 'nodes' && (key !== 'name' || hasName));
  const value = { ...(hasName ? {} : { name: unnamed.name }), ...(toValue({ ...root, entries }) as object) };
  return parseTree(fileSchema, { ...root, place: start }, [], findings, value).data ?? unnamed;
}
