// A file of the graph format as its nodes and edges, whichever of its shapes it is written in. Every part remembers where it
// stands, and nothing is judged yet: what is wrong with the whole is check-edges' and check-loops' to say.
import type { Path, Place, SourceMap, SourceNode } from '../../source/source-tree.ts';
import type { Origin } from '../borrowed-tree.ts';

/** `Tool` and `AiTransform` are steps of a plan, `Start`, `Step` and `End` of an older file. */
export type GraphNode = {
  /** As the file says it: edges and ends of loops refer to it. */
  id: string;
  name: string;
  type: string;
  /** What belongs to the type. */
  params: SourceMap;
  /** What every node has. */
  tree: SourceMap;
  place: Place;
  path: Path;
  /** Of the end of a loop: the loop. */
  loop: string | null;
};

export const labels = ['IfTrue', 'IfFalse', 'SwitchCase', 'SwitchDefault', 'LoopBody', 'LoopDone'] as const;
export type Label = (typeof labels)[number];

export type GraphEdge = {
  from: string;
  to: string;
  label: Label | null;
  /** Which case of a Switch. */
  case: string | null;
  /** Where the edge stands, and where its target does. */
  place: Place;
  target: Origin;
  path: Path;
};

export type GraphFile = {
  /** A plan says less and is read more leniently: what is missing in its edges is inferred. */
  isPlan: boolean;
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** Where the nodes stand. */
  place: Place;
};

export const isMap = (node: SourceNode | undefined): node is SourceMap => node?.kind === 'map';

export const quoted = ({ name, id }: GraphNode) => `"${name || id}"`;

export function edgeLabel({ label, case: name }: GraphEdge): string {
  return label === null ? 'without a label' : name === null ? label : `${label} "${name}"`;
}

/** The ways out of each node, in written order. */
export function waysOut(edges: GraphEdge[]): (id: string) => GraphEdge[] {
  const ways = Map.groupBy(edges, ({ from }) => from);
  return (id) => ways.get(id) ?? [];
}
