// What people read instead of ids: a node by its name, an answer by the label of its option.
import { optionLabel } from '#app/_components/gate-words.ts';
import type { GateView } from '#lib/runs/views.ts';
import { findNode, type Graph } from '#lib/workflow/graph.ts';

export type Naming = { node: (id: string) => string; option: (gate: string, option: string) => string };

export function namingOf(graph: Pick<Graph, 'nodes'>, gates: readonly Pick<GateView, 'id' | 'options'>[]): Naming {
  const byId = new Map(gates.map((gate) => [gate.id, gate]));
  return {
    node: (id) => findNode(graph, id)?.name || id,
    option: (gate, option) => optionLabel(byId.get(gate), option),
  };
}
