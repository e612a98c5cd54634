// The events of a run in the words of a graph's own system, a line each: what a node did stands with the node, which way was
// chosen with the run. What that system has no word for is left to the run's own events.

import type { EventOf, EventType, RunEvent } from '../../engine/events.ts';
import { extractedNames } from '../../engine/scope.ts';
import type { OwnNames } from '../../workflow/dialects/graph/names.ts';
import { findNode, type Graph } from '../../workflow/graph.ts';
import type { ExportedRun } from './exported-run.ts';

type Told = { type: string; payload: Record<string, unknown> };

const longestText = 8192;

const lineOf = (at: string, { type, payload }: Told) =>
  `${JSON.stringify({ timestamp: Date.parse(at), event_type: type, payload })}\n`;

export async function* nodeEvents({ events, graph }: ExportedRun, key: string, own: OwnNames): AsyncGenerator<string> {
  for await (const page of events({ node: key })) {
    yield page.flatMap((event) => wordsOf(event, graph, own).map((told) => lineOf(event.at, told))).join('');
  }
}

function wordsOf(event: RunEvent, graph: Graph, own: OwnNames): Told[] {
  switch (event.type) {
    case 'node_started':
      if (event.data.continues || (event.attempt ?? 1) > 1) return [];
      return [{ type: 'node_started', payload: { name: own.name, type: own.type } }];
    case 'tool_call':
      return [{ type: 'tool_call', payload: { name: event.data.tool, args: event.data.arguments } }];
    case 'tool_result':
      return [{ type: 'tool_result', payload: resultOf(event.data) }];
    case 'vision_summary':
      return [{ type: 'vision_summary', payload: { summary: event.data.text } }];
    case 'retry':
      return [{ type: 'retry', payload: { attempt: event.data.next_attempt - 1, error: event.data.error.message } }];
    case 'target_resolved':
    case 'app_resolved':
    case 'element_resolved':
      return [{ type: event.type, payload: event.data }];
    case 'node_completed':
      return variablesOf(event, graph, own);
    default:
      return [];
  }
}

function resultOf({ tool, text, images }: EventOf<'tool_result'>['data']) {
  const bytes = Buffer.byteLength(text);
  const shown = bytes <= longestText ? text : `${text.slice(0, longestText / 4)}...[truncated, ${bytes} total]`;
  return { name: tool, text: shown, text_len: bytes, image_count: images };
}

/** `<node>.success`, `.result`, and whatever else its answer can be read by. */
function variablesOf({ node, data }: EventOf<'node_completed'>, graph: Graph, own: OwnNames): Told[] {
  const output = own.isModel ? ((data.output as { text?: unknown } | null)?.text ?? '') : data.output;
  const first: unknown = Array.isArray(output) ? output[0] : output;
  const fields = first !== null && typeof first === 'object' && !Array.isArray(first) ? first : {};
  const told: Record<string, unknown> = {
    ...fields,
    ...(Array.isArray(output) ? { found: output.length > 0, count: output.length, ...fields } : {}),
    success: true,
    result: output ?? '',
  };
  return extractedNames(graph, node ?? '', output).map((name) => ({
    type: 'variable_set',
    // Whatever else it is called by is the whole list.
    payload: { variable: `${own.prefix}.${name}`, value: Object.hasOwn(told, name) ? told[name] : output },
  }));
}

const ofTheRun: EventType[] = ['branch_evaluated', 'loop_iteration', 'loop_exited'];

export async function* executionEvents(
  { events, graph }: ExportedRun,
  names: Map<string, OwnNames>,
): AsyncGenerator<string> {
  for await (const page of events({ types: ofTheRun })) {
    yield page.flatMap((event) => choiceOf(event, graph, names).map((told) => lineOf(event.at, told))).join('');
  }
}

function choiceOf(event: RunEvent, graph: Graph, names: Map<string, OwnNames>): Told[] {
  const own = names.get(event.node ?? '');
  if (!own) return [];
  const at = { node_id: own.id, node_name: own.name };
  switch (event.type) {
    case 'branch_evaluated': {
      const { condition, result } = event.data;
      return [{ type: 'branch_evaluated', payload: { ...at, condition, result, output_taken: labelOf(event, graph) } }];
    }
    case 'loop_iteration':
      // There the first round is number 0.
      return [{ type: 'loop_iteration', payload: { ...at, iteration: event.data.iteration - 1 } }];
    case 'loop_exited': {
      if (event.data.reason === 'disabled') return [];
      const reason = event.data.reason === 'max' ? 'max_iterations' : 'condition_met';
      return [{ type: 'loop_exited', payload: { ...at, reason, iterations_completed: event.data.iterations } }];
    }
    default:
      return [];
  }
}

/** The label of the edge that was followed; a way that there is not has none. */
function labelOf({ node, data: { condition, result, to } }: EventOf<'branch_evaluated'>, graph: Graph): unknown {
  const cases = (findNode(graph, node ?? '')?.fields as { cases?: { name?: string }[] } | undefined)?.cases;
  if (!cases) return { type: result ? 'IfTrue' : 'IfFalse' };
  if (result) return { type: 'SwitchCase', name: condition };
  return to === null ? null : { type: 'SwitchDefault' };
}
