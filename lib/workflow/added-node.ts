// A node that the console itself adds to a graph. It asks nothing, saves nothing and is tried once.
import type { NodeDefinition } from '../nodes/contract/define-node.ts';
import { buildNode } from './build-node.ts';
import type { GraphNode } from './graph.ts';
import { commonSchema } from './schema.ts';

type Said<Fields> = { id: string; name: string; next: string; definition: NodeDefinition<Fields>; fields: Fields };

/** `beside` is the written node that it stands at: where it is, and what the file says for all nodes. */
export function addedNode<Fields extends Record<string, unknown>>(
  { place, max_visits, trace }: GraphNode,
  { id, name, next, definition, fields }: Said<Fields>,
): GraphNode {
  const { type } = definition;
  const common = commonSchema.parse({ type, name, next, max_visits, trace });
  return buildNode({ id, type, definition, common, fields, gates: [], place }, {});
}
