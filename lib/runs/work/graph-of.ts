// The graph of a stored workflow version. A run keeps the exact text it started with; parsed once and shared.
import { AppError } from '../../errors.ts';
import { singleton } from '../../singleton.ts';
import { currentStore } from '../../store/current-store.ts';
import { findNode, type Graph } from '../../workflow/graph.ts';
import { loadWorkflowSafely } from './load-safely.ts';

const mostKept = 200;
const kept = () => singleton('graphs', () => new Map<string, Graph>());

export function rememberGraph(versionId: string, graph: Graph): Graph {
  const graphs = kept();
  const oldest = graphs.keys().next();
  if (graphs.size >= mostKept && !oldest.done) graphs.delete(oldest.value);
  graphs.set(versionId, graph);
  return graph;
}

export async function graphOf(versionId: string): Promise<Graph> {
  const known = kept().get(versionId);
  if (known) return known;
  const version = await currentStore().readWorkflowVersion(versionId);
  const graph = version && (await loadWorkflowSafely(version.source)).graph;
  if (!graph) {
    throw new AppError(
      'internal',
      `The stored workflow version ${versionId} cannot be read by this version of the console`,
      { kind: 'bug' },
    );
  }
  return rememberGraph(versionId, graph);
}

/** What people call a node; its id when the version cannot be read any more. */
export async function nodeNameOf(versionId: string, node: string): Promise<string> {
  const graph = await graphOf(versionId).catch(() => null);
  return (graph && findNode(graph, node)?.name) || node;
}
