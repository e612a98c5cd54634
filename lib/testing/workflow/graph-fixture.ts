// For tests: files of the graph format, written as its system saves them, and what became of them.
import type { Graph, GraphNode } from '../../workflow/graph.ts';
import { loadWorkflow } from '../../workflow/load.ts';
import { describeProblem } from '../../workflow/problems/problem.ts';

type Values = Record<string, unknown>;

/** A node as it is saved, with every field; its name is its id, unless `more` says otherwise. */
export const saved = (id: string, type: string, params: Values = {}, more: Values = {}) => ({
  id,
  node_type: { type, ...params },
  position: { x: 0, y: 0 },
  name: id,
  enabled: true,
  timeout_ms: null,
  settle_ms: null,
  retries: 0,
  trace_level: 'Minimal',
  expected_outcome: null,
  checks: [],
  ...more,
});

/** `SwitchCase:Has error` is the case of that name. */
export function edge(from: string, to: string, label?: string) {
  const [type, name] = label?.split(':') ?? [];
  return { from, to, output: type === undefined ? null : { type, ...(name === undefined ? {} : { name }) } };
}

export const graphText = (nodes: unknown[], edges: unknown[] = [], more: Values = {}) =>
  JSON.stringify({ id: '7d3c0f6e-0000-4000-8000-000000000001', name: 'Fixture', nodes, edges, ...more }, null, 1);

export const planText = (nodes: unknown[], edges: unknown[] = [], more: Values = {}) =>
  JSON.stringify({ nodes, edges, ...more }, null, 1);

export const variable = (name: string) => ({ type: 'Variable', name });
export const literal = (value: string | number | boolean) => {
  const type = { string: 'String', number: 'Number', boolean: 'Bool' }[typeof value as 'string' | 'number' | 'boolean'];
  return { type: 'Literal', value: { type, value } };
};
export const condition = (left: unknown, operator: string, right: unknown = literal(true)) => ({
  left,
  operator,
  right,
});
export const foundBy = (prefix: string) => condition(variable(`${prefix}.found`), 'Equals');

/** What is told of a file, with its places. */
export const toldOf = (text: string) =>
  loadWorkflow(text).problems.map((problem) => `${problem.code} ${describeProblem(problem)}`);

/** Where a part of a text stands, as problems say it; the last one of several. */
export function placeOf(text: string, part: string): string {
  const before = text.slice(0, text.lastIndexOf(part)).split('\n');
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}

export const codesOf = (text: string) => loadWorkflow(text).problems.map(({ code }) => code);

/** The graph of a file that may have warnings and no errors. */
export function graphIn(text: string): Graph {
  const { graph, problems } = loadWorkflow(text);
  if (!graph) throw new Error(problems.map((problem) => describeProblem(problem, 'fixture.json')).join('\n'));
  return graph;
}

/** A node of such a graph, by its id in the native language. */
export function nodeIn(text: string, id: string): GraphNode {
  const node = graphIn(text).nodes.find((one) => one.id === id);
  if (!node) throw new Error(`there is no node "${id}"`);
  return node;
}
