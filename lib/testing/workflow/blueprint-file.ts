// For tests: a small file of the blueprint format around what is to be looked at, and what becomes of it.
import type { GraphNode } from '../../workflow/graph.ts';
import { type LoadedWorkflow, loadWorkflow } from '../../workflow/load.ts';
import { describeProblem } from '../../workflow/problems/problem.ts';

/** `nodes` is the body of `nodes:`, which begins with the node "first"; "done" and "failed" are endings. */
export function blueprintFile(nodes: string, head = ''): string {
  return `name: test
version: 1.0.0
${head}
start_node: first
nodes:
${nodes}
endings:
  done: { type: success, message: Done }
  failed: { type: error, message: Failed }
`;
}

export function loadBlueprint(nodes: string, head?: string): LoadedWorkflow {
  return loadWorkflow(blueprintFile(nodes, head));
}

/** What is told of it, without the places. */
export function toldOf({ problems }: LoadedWorkflow): string[] {
  return problems.map((problem) => describeProblem(problem).replace(/^\S+ /, ''));
}

/** The nodes that were made of the file's own; errors are none. */
export function nodesOf(loaded: LoadedWorkflow): GraphNode[] {
  const { graph } = loaded;
  if (!graph) throw new Error(toldOf(loaded).join('\n'));
  return graph.nodes.filter(({ id }) => id !== 'done' && id !== 'failed');
}

/** What a list of consequences becomes: each node as its type and its own fields, an action as its effects. */
export function madeOf(consequences: string, head?: string) {
  const loaded = loadBlueprint(
    `  first:\n    type: action\n    actions: [${consequences}]\n    on_success: done\n    on_failure: failed\n`,
    head,
  );
  const nodes = nodesOf(loaded);
  const made = nodes.flatMap(({ type, fields }) =>
    type === 'action' ? (fields.do as object[]) : [{ node: type, ...fields }],
  );
  return { nodes, made, codes: loaded.problems.map(({ code }) => code), told: toldOf(loaded) };
}
