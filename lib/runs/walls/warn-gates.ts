// A gate that lets something start says so plainly where there is no wall around it: before a node that runs a program or uses
// a server, and before a tool that a model wants to call. The question about a server says it by itself.
import { openWords } from '../../clients/process/wall/wall.ts';
import type { Needs } from '../../console/console.ts';
import type { Draft } from '../../engine/events.ts';
import { noModels } from '../../nodes/contract/define-node.ts';
import { definitionOf } from '../../nodes/index.ts';
import { findNode, type Graph } from '../../workflow/graph.ts';

function startsSomething(graph: Graph, id: string): boolean {
  const node = findNode(graph, id);
  const definition = node && definitionOf(node.type);
  if (!definition) return false;
  const executed = definition.executes?.(node.fields, noModels) ?? [];
  return executed.some((text) => !/^model /.test(text)) || (definition.servers?.(node.fields) ?? []).length > 0;
}

function letsStart(graph: Graph, draft: Draft): boolean {
  if (draft.type !== 'gate_opened') return false;
  const { purpose, slot, node } = draft.data.gate;
  return purpose === 'tool' || (slot.startsWith('before') && startsSomething(graph, node));
}

/** At once where no such gate opens, which is nearly always. */
export function withWarnings(house: Needs<'env' | 'wall'>, graph: Graph, drafts: Draft[]): Draft[] | Promise<Draft[]> {
  if (!drafts.some((draft) => letsStart(graph, draft))) return drafts;
  return openWords(house).then((words) =>
    words === null ? drafts : drafts.map((draft) => (letsStart(graph, draft) ? withWords(draft, words) : draft)),
  );
}

function withWords(draft: Draft, words: string): Draft {
  if (draft.type !== 'gate_opened') return draft;
  const { gate } = draft.data;
  return { ...draft, data: { ...draft.data, gate: { ...gate, message: `${gate.message}\n\n${words}` } } };
}
