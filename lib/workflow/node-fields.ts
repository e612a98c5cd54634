// The marked fields of a node, with their places from it: its own, those of its gates, and those that every node has. Works
// on nodes as they are read and on nodes of a graph.
import type { NodeDefinition } from '../nodes/contract/define-node.ts';
import type { FieldKind } from '../nodes/contract/field-kinds.ts';
import { type MarkedField, markedFields } from '../nodes/contract/marked-fields.ts';
import { type NodeGateSpec, nodeGateSpec } from '../nodes/parts/gate-spec.ts';
import { type CommonFields, commonSchema } from './schema.ts';
import type { Path } from './source/source-tree.ts';

export type NodeParts = {
  definition: NodeDefinition | undefined;
  /** Null when the node's own fields could not be read. */
  fields: Record<string, unknown> | null;
  gates: { spec: NodeGateSpec; at: Path }[];
  common: { next?: CommonFields['next'] | null };
};

type FieldOf<Kind extends FieldKind> = Extract<MarkedField, { kind: Kind }>;

export function fieldsOfKind<Kind extends FieldKind>(node: NodeParts, kind: Kind): FieldOf<Kind>[] {
  const { definition, fields, gates, common } = node;
  return [
    ...(definition && fields ? markedFields(definition.fields, fields) : []),
    ...gates.flatMap(({ spec, at }) =>
      markedFields(nodeGateSpec, spec).map((field) => ({ ...field, at: [...at, ...field.at] })),
    ),
    ...markedFields(commonSchema, common),
  ].filter((field): field is FieldOf<Kind> => field.kind === kind);
}
