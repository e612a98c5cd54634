// What one version of a workflow's text says that another does not, node by node. Where it stands in the file is no difference.
import { isSame } from '../../nodes/parts/is-same.ts';
import { findNode, type Graph, type GraphNode } from '../../workflow/graph.ts';

export type TextChanges = {
  /** The ids of both texts. */
  from: string;
  to: string;
  added: string[];
  removed: string[];
  changed: string[];
  /** Of the top level: `servers`, `roles`, … */
  head: string[];
};

const headParts = [
  'inputs',
  'servers',
  'roles',
  'state',
  'workspace',
  'budget',
  'concurrency',
  'outside',
  'start',
] as const satisfies (keyof Graph)[];

const without = ({ place: _, ...node }: GraphNode) => node;

export function textChanges(from: Graph, to: Graph): Pick<TextChanges, 'added' | 'removed' | 'changed' | 'head'> {
  const ids = ({ nodes }: Graph) => nodes.map(({ id }) => id);
  return {
    added: ids(to).filter((id) => !findNode(from, id)),
    removed: ids(from).filter((id) => !findNode(to, id)),
    changed: to.nodes.flatMap((node) => {
      const old = findNode(from, node.id);
      return old && !isSame(without(old), without(node)) ? [node.id] : [];
    }),
    head: headParts.filter((part) => !isSame(from[part] ?? null, to[part] ?? null)),
  };
}
