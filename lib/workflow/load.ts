// From the text of a workflow file to a checked graph, or to all that is wrong with it. Reads nothing and runs nothing.
//
// What is wrong is found by reading (the source, its dialect, the schemas) or by a check (check/*, the inputs). A run is
// loaded again from its text by every later version: what a check refuses stops saves and starts and never a run under
// way. What cannot be read stops that run too, since a graph without it could leave out a question to people. So a later
// version may refuse more by its checks; what its schemas accept only ever grows.
import { buildGraph, buildServers } from './build-graph.ts';
import { checkAsks } from './check/check-asks.ts';
import { checkCompared } from './check/check-compared.ts';
import { checkControl } from './check/check-control.ts';
import { checkFlow } from './check/check-flow.ts';
import { checkGraph } from './check/check-graph.ts';
import { checkPlainValues } from './check/check-plain-values.ts';
import { checkReferences } from './check/check-references.ts';
import { checkWork } from './check/check-work.ts';
import { flowGraphOf } from './check/flow-graph.ts';
import type { Dialect } from './dialects/dialect.ts';
import { unknownFormat } from './dialects/format-names.ts';
import { dialects } from './dialects/index.ts';
import type { Missing } from './expression/expression.ts';
import type { Graph, InputField } from './graph.ts';
import { readInputFields } from './inputs/input-fields.ts';
import { type LoadedNode, loadNodes } from './load-nodes.ts';
import { orderByNeeds } from './needs-order.ts';
import { createFindings, type Findings } from './problems/findings.ts';
import type { Problem } from './problems/problem.ts';
import { shown } from './problems/schema-issue.ts';
import { type Root, readRoot } from './read-root.ts';
import { type FileFields, fileSchema } from './schema.ts';
import { parseTree } from './source/parse-tree.ts';
import { readSource } from './source/source.ts';
import { childOf, entryOf, isEmpty, keysBelow, type SourceMap, toValue } from './source/source-tree.ts';

export type LoadedWorkflow = {
  /** What a new run walks; null when there is any error. */
  graph: Graph | null;
  /** What a run that is under way walks: also where a check refuses the file today. Null when not all of it could be read. */
  underWay: Graph | null;
  problems: Problem[];
  /** What was recognised: the native one, a registered dialect, or `unknown`. */
  format: string;
  name: string | null;
  nodes: number;
};

const start = { line: 1, column: 1 };

export function loadWorkflow(text: string, options: { dialects?: readonly Dialect[] } = {}): LoadedWorkflow {
  const findings = createFindings();
  const tree = readSource(text, findings);
  const unread: Root = { format: unknownFormat, missing: 'error', root: null };
  const { format, missing, root, written } = tree ? readRoot(tree, options.dialects ?? dialects, findings) : unread;
  const parts = root && readParts(root, findings);
  const isWhole = !findings.hasErrors();
  const inputs = parts ? checkParts(parts, missing, findings) : [];
  const built = parts && isWhole ? build(parts, inputs, missing) : null;
  const name = childOf(root ?? undefined, 'name');
  const nodes = childOf(root ?? undefined, 'nodes');
  return {
    graph: findings.hasErrors() ? null : built,
    underWay: built,
    problems: findings.sorted(),
    format,
    name: name?.kind === 'scalar' && !isEmpty(name) ? name.text : null,
    nodes: written ?? (nodes?.kind === 'map' ? nodes.entries.length : 0),
  };
}

type Parts = { root: SourceMap; file: FileFields; nodes: LoadedNode[]; written: number };

function readParts(root: SourceMap, findings: Findings): Parts | null {
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
  const nodes = orderByNeeds(loadNodes(written.value, findings));
  return { root, file, nodes, written: written.value.entries.length };
}

function checkParts({ root, file, nodes, written }: Parts, missing: Missing, findings: Findings): InputField[] {
  const inputs = readInputFields(root, file, findings);
  checkGraph(root, file, nodes, findings);
  checkReferences(root, file, nodes, findings, missing);
  checkWork(nodes, findings);
  checkCompared(nodes, findings);
  checkPlainValues(nodes, findings);
  checkAsks(nodes, findings);
  // Where a node leads that could not be read is not known.
  if (nodes.length === written && nodes.every(({ fields }) => fields !== null)) {
    const steps = flowGraphOf(nodes);
    if (checkControl(steps, findings)) checkFlow(steps, file.start, findings);
  }
  return inputs;
}

function build({ root, file, nodes }: Parts, inputs: InputField[], missing: Missing): Graph {
  const servers = buildServers(file.servers, keysBelow(root, ['servers']));
  return buildGraph(file, inputs, servers, nodes, missing);
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
