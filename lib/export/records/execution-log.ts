// The execution log: a table with one row for each of eleven kinds of events, a head and a foot. A task starts when it is
// first heard of, be it by a question, and is complete when the run has gone on from it.
import type { EventOf, Gate, RunEvent } from '../../engine/events.ts';
import { isTerminal } from '../../engine/state.ts';
import { visibleText } from '../../html/visible-text.ts';
import { findNode, type Graph, type GraphNode } from '../../workflow/graph.ts';
import type { ExportedRun } from './exported-run.ts';
import type { RunRecord } from './record.ts';

type Details = Record<string, string | number | undefined>;
type Log = {
  graph: Graph;
  /** Visits that have begun and are not complete, oldest first, with the way that led out of them. */
  open: Map<string, { node: string; at: string; outcome: string }>;
  gates: Map<string, Gate>;
};

const none = '—';
const longest = 300;

export const executionLog: RunRecord = {
  summary: 'A table of what happened, in Markdown',
  bundled: 'all',
  files: (run) => [{ path: 'execution-log.md', type: 'text/markdown; charset=utf-8', text: () => textOf(run) }],
};

async function* textOf({ run, graph, events, artifacts }: ExportedRun): AsyncGenerator<string> {
  yield `---
## Run: ${cell(run.name)} | ${minute(run.created_at)}
**Project**: ${cell(run.workflow)}
**Workflow**: ${cell(run.workflow)}
**Status**: started
---

| Date/Time | Stage | Event | Task | Details |
|-----------|-------|-------|------|---------|
`;
  const log: Log = { graph, open: new Map(), gates: new Map() };
  for await (const page of events()) {
    const rows = page.flatMap((event) => rowsOf(log, event));
    if (rows.length > 0) yield `${rows.join('\n')}\n`;
  }
  if (!isTerminal(run.status)) return;
  yield `\n**Status**: ${run.status === 'completed' ? 'complete' : 'failed'}\n**End**: ${minute(run.ended_at ?? '')}\n**Deliverables**:\n`;
  const paths = new Set(artifacts.map(({ path, name }) => path ?? name));
  yield `${[...paths].map((path) => `  - ${cell(path)}\n`).join('')}---\n`;
}

function rowsOf(log: Log, event: RunEvent): string[] {
  const { node, visit } = event;
  const row = (name: string, details: Details = {}, of = node) => rowOf(log.graph, event.at, name, of, details);
  const started = node === undefined ? [] : begin(log, event, node, visit ?? 1);
  switch (event.type) {
    case 'run_started':
      return [row('workflow_start')];
    case 'gate_opened':
      log.gates.set(event.data.gate.id, event.data.gate);
      return [...started, ...reached(event.data.gate, row)];
    case 'gate_answered': {
      const gate = log.gates.get(event.data.gate);
      return gate ? answered(log, gate, event, row) : [];
    }
    case 'node_completed':
      return [...started, row('action_done', { outcome: outcomeOf(event) })];
    case 'node_skipped': {
      const done = log.open.get(key(node, visit));
      if (done) done.outcome = 'skipped';
      return started;
    }
    case 'retry':
      return [row('retry', { attempt: event.data.next_attempt, reason: event.data.error.message })];
    case 'node_interrupted':
      return [row('retry', { reason: event.data.reason })];
    case 'branch_evaluated': {
      if (!event.data.result) return [];
      const done = log.open.get(key(node, visit));
      if (done) done.outcome = event.data.to ?? 'next';
      return [row('branch', { condition: event.data.condition, target: event.data.to ?? 'next' })];
    }
    case 'run_completed':
      return [...completeAll(log, event.at), row('workflow_complete', { status: event.data.outcome })];
    case 'run_failed':
      return [
        ...completeAll(log, event.at),
        row('workflow_complete', { status: 'failed', reason: event.data.message }),
      ];
    case 'run_cancelled':
      return [...completeAll(log, event.at), row('workflow_complete', { status: 'cancelled', by: event.data.by })];
    default:
      return started;
  }
}

const key = (node: string | undefined, visit: number | undefined) => `${node}:${visit ?? 1}`;

/** The first that is heard of a visit; what the run has left by then is complete. */
function begin(log: Log, event: RunEvent, id: string, visit: number): string[] {
  const isFirst = event.type === 'node_started' || event.type === 'gate_opened' || event.type === 'node_skipped';
  if (!isFirst || log.open.has(key(id, visit))) return [];
  const from = event.data.from?.node;
  const left = [...log.open].filter(([, { node }]) => from === undefined || node === from);
  const rows = left.flatMap(([visited, one]) => complete(log, visited, one, event.at));
  log.open.set(key(id, visit), { node: id, at: event.at, outcome: 'next' });
  return [...rows, rowOf(log.graph, event.at, 'task_start', id, taskDetails(findNode(log.graph, id)))];
}

function complete(log: Log, visited: string, { node, outcome }: { node: string; outcome: string }, at: string) {
  log.open.delete(visited);
  return [rowOf(log.graph, at, 'task_complete', node, { outcome })];
}

function completeAll(log: Log, at: string): string[] {
  return [...log.open].flatMap(([visited, one]) => complete(log, visited, one, at));
}

function taskDetails(node: GraphNode | undefined): Details {
  const { action } = (node?.fields ?? {}) as { action?: unknown };
  return typeof action === 'string'
    ? { action, role: node?.role ?? undefined }
    : { type: node?.type, role: node?.role ?? undefined };
}

/** A task that is done as it is written has its parameters in the one thing that it does. */
const parameterOf = (field: string) => field.replace(/^(?:params|do\.\d+)\./, '');

type Row = (name: string, details?: Details) => string;

/** A question that the file does not have at this place is one that came up. */
const isPlanned = ({ purpose, slot }: Gate) => purpose === 'node' && slot !== 'ask';

function reached(gate: Gate, row: Row): string[] {
  if (!isPlanned(gate)) {
    const asked = gate.fields.map(({ name }) => parameterOf(name)).join(',');
    return [row('adhoc_hitl_reached', gate.slot === 'ask' ? { param_to_fill: asked } : { type: gate.purpose })];
  }
  const options = gate.kind === 'question' ? gate.options.map(({ id }) => id).join(',') : undefined;
  return [row('hitl_reached', { type: gate.kind, options })];
}

function answered(log: Log, gate: Gate, { data: { answer } }: EventOf<'gate_answered'>, row: Row): string[] {
  const { option, values, by } = answer;
  if (!isPlanned(gate)) {
    const given = Object.entries(values).map(([name, value]) => [parameterOf(name), JSON.stringify(value)]);
    return [row('adhoc_hitl_response', gate.slot === 'ask' ? Object.fromEntries(given) : { response: option, by })];
  }
  const branch = wayOf(findNode(log.graph, gate.node), option);
  const done = log.open.get(key(gate.node, gate.visit));
  if (done) done.outcome = branch;
  return [row('hitl_response', { response: option, branch, by })];
}

/** Where the file says that an answer leads. */
function wayOf(node: GraphNode | undefined, option: string): string {
  const asking = [...(node?.gates ?? []), node?.fields] as ({ on?: Record<string, string> } | undefined)[];
  return asking.map((gate) => gate?.on?.[option]).find((to) => to !== undefined) ?? 'next';
}

function outcomeOf({ data: { outcome, output } }: EventOf<'node_completed'>): string {
  const result = (output as { result?: unknown } | null)?.result;
  if (typeof result === 'string') return result;
  return Object.entries(outcome)
    .map(([name, value]) => (name === 'success' ? (value === true ? 'done' : 'failed') : String(value)))
    .join(' ');
}

function rowOf({ nodes }: Graph, at: string, event: string, id: string | undefined, details: Details): string {
  const position = nodes.findIndex((node) => node.id === id);
  const stage = position < 0 ? none : `${position + 1}/${nodes.length} ${cell(nodes[position]?.name ?? '')}`;
  const told = Object.entries(details).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  return `| ${second(at)} | ${stage} | ${event} | ${id ?? none} | ${cell(told.join(', ')) || none} |`;
}

/** In one line, and without ending the cell. */
function cell(text: string): string {
  const line = visibleText(text).replace(/\s+/g, ' ').trim();
  return (line.length > longest ? `${line.slice(0, longest)}…` : line).replace(/\\/g, '\\\\').replace(/\|/g, '\\|');
}

const second = (at: string) => at.slice(0, 19).replace('T', ' ');
const minute = (at: string) => at.slice(0, 16).replace('T', ' ');
