// Which tabs the chosen node has: those that have something to show, and the one that the address names.
import type { RunEvent } from '#lib/engine/events.ts';
import type { NodeView } from '#lib/engine/view/node-view.ts';
import type { GraphNode } from '#lib/workflow/graph.ts';
import { type InspectorPane, inspectorPanes } from '../run-place.ts';
import { printedIn } from './error-section.tsx';

export const paneLabels: Record<InspectorPane, string> = {
  overview: 'Overview',
  input: 'Input',
  output: 'Output',
  logs: 'Logs',
  conversation: 'Conversation',
  events: 'Events',
};

const isPrinted = (event: RunEvent) => event.type === 'output' && event.data.stream !== 'message';
const isSaid = (event: RunEvent) =>
  (event.type === 'output' && event.data.stream === 'message') ||
  (event.type === 'model_call' && event.data.purpose === 'step');

type Shown = Pick<NodeView, 'facts' | 'output' | 'events'>;

export function panesOf(node: Pick<GraphNode, 'traits'>, shown: Shown, chosen: InspectorPane): InspectorPane[] {
  const { facts, output, events } = shown;
  const hasConversation = events.some(isSaid);
  const hasLogs = events.some(isPrinted) || printedIn(facts?.error ?? null).length > 0;
  const isThere: Record<InspectorPane, boolean> = {
    overview: true,
    input: facts?.input !== undefined,
    output: output !== undefined && output !== null,
    logs: hasLogs || (node.traits.works && events.length > 0 && !hasConversation),
    conversation: hasConversation,
    events: events.length > 0,
  };
  return inspectorPanes.filter((pane) => isThere[pane] || pane === chosen);
}
