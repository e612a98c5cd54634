// The graph of a stored workflow version. A run keeps the exact text it started with; parsed once and shared.
import type { Needs } from '../../console/console.ts';
import { AppError } from '../../errors.ts';
import { findNode, type Graph } from '../../workflow/graph.ts';
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
  const graph = version && (await loadWorkflowSafely(house, version.source)).graph;
  if (!graph) {
    throw new AppError(
      'internal',
      `The stored workflow version ${versionId} cannot be read by this version of the console`,
      { kind: 'bug' },
    );
  }
  return rememberGraph(house, versionId, graph);
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
