// The graph of a stored workflow version. A run keeps the exact text it started with; parsed once and shared. What today's
// checks refuse stops new runs, not those that are under way.
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import { findNode, type Graph } from '../../workflow/graph.ts';
import { describeProblem, type Problem } from '../../workflow/problems/problem.ts';
import { loadWorkflowSafely } from './load-safely.ts';

const mostKept = 200;

export function rememberGraph(house: Needs<'workflows'>, versionId: string, graph: Graph): Graph {
  const graphs = house.workflows.graphs;
  const oldest = graphs.keys().next();
  if (graphs.size >= mostKept && !oldest.done) graphs.delete(oldest.value);
  graphs.set(versionId, graph);
  return graph;
}

export async function graphOf(house: Needs<'store' | 'workflows'>, versionId: string): Promise<Graph> {
  const known = house.workflows.graphs.get(versionId);
  if (known) return known;
  const version = await house.store.readWorkflowVersion(versionId);
  if (!version) throw new AppError('internal', `There is no stored workflow version ${versionId}`, { kind: 'bug' });
  const { underWay, problems } = await loadWorkflowSafely(house, version.source);
  if (!underWay) throw unreadable(version.name, problems);
  return rememberGraph(house, versionId, underWay);
}

/** In the place of a text that cannot be read any more: enough to end its run with, and to see that it has ended. */
export const unreadGraph: Graph = {
  name: '',
  version: '',
  description: null,
  tags: [],
  inputs: [],
  servers: [],
  state: { computed: {}, flags: {}, custom: {} },
  require: [],
  missing: 'error',
  concurrency: null,
  roles: [],
  workspace: null,
  budget: { time: null, tokens: null, cost: null, tool_calls: null },
  start: '',
  judge: null,
  nodes: [],
  successors: {},
  way_words: {},
};

export function isUnreadable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'invalid_workflow';
}

/** An error of the runs of that text alone: whoever opens one of them is told, all others go on. */
function unreadable(name: string, problems: Problem[]): AppError {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const first = errors[0] ? `: ${describeProblem(errors[0])}` : '';
  const message = `This version of the console cannot read the text that this run of "${name}" was started with${first}`;
  return new AppError('invalid_workflow', message, { kind: 'operational', details: { problems } });
}

/** What people call a node; its id when the version cannot be read any more. */
export async function nodeNameOf(
  house: Needs<'store' | 'workflows'>,
  versionId: string,
  node: string,
): Promise<string> {
  const graph = await graphOf(house, versionId).catch(() => null);
  return (graph && findNode(graph, node)?.name) || node;
}
