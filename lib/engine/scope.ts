// What expressions see: the whole scope of a run at one position, read lazily from the state. Nothing is copied.
import type { Scope } from '../workflow/expression.ts';
import { findNode, type Graph, scopeNames } from '../workflow/graph.ts';
import type { Position, Product, RunState } from './state.ts';

export type ScopeExtras = { result?: unknown; error?: unknown };

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** What a node gave: on this branch, else on the way that forked it, else in the run. */
function productOf(state: RunState, position: Position | null, id: string): Product | undefined {
  for (let at = position; at && at.parent !== null; at = state.active.find((one) => one.id === at?.parent) ?? null) {
    if (Object.hasOwn(at.own, id)) return at.own[id];
  }
  if (!Object.hasOwn(state.outputs, id)) return undefined;
  return { output: state.outputs[id], files: state.artifacts[id] ?? [] };
}

/** A node's outputs by name: success, result, its fields (of an array: found, count, first element), artifacts. */
export function outputsOf(state: RunState, position: Position | null, id: string): Record<string, unknown> | undefined {
  const known = state.nodes[id];
  const product = known && productOf(state, position, id);
  if (!product) return undefined;
  const { output: result, files } = product;
  const first = Array.isArray(result) ? result[0] : undefined;
  return {
    ...(isObject(result) ? result : {}),
    ...(Array.isArray(result)
      ? { found: result.length > 0, count: result.length, ...(isObject(first) ? first : {}) }
      : {}),
    success: known.status !== 'failed' && known.status !== 'skipped',
    result: result ?? (known.status === 'skipped' ? null : ''),
    artifacts: files,
    output: isObject(result) ? (result.stdout ?? result.text ?? result) : result,
    output_path: files[0]?.name ?? null,
    status: known.status,
    visits: known.visits,
  };
}

function resultAt(state: RunState, position: Position | null, extras: ScopeExtras): unknown {
  if ('result' in extras) return extras.result;
  if (!position) return undefined;
  const answered = position.answer?.gate;
  if (answered?.purpose === 'node' && answered.kind === 'question') return position.answer?.answer.option;
  return productOf(state, position, position.node)?.output;
}

/** The innermost loop this position is in, or its place among the items of a map. */
function loopOf(position: Position | null): { index: number } | undefined {
  const index = position?.loops.at(-1)?.index ?? position?.index ?? null;
  return index === null ? undefined : { index };
}

export function scopeAt(graph: Graph, state: RunState, position: Position | null, extras: ScopeExtras = {}): Scope {
  const reserved: Record<string, () => unknown> = {
    inputs: () => state.inputs,
    computed: () => state.computed,
    flags: () => state.flags,
    user_responses: () => state.user_responses,
    history: () => state.history.tail,
    nodes: () => Object.fromEntries(Object.keys(state.outputs).map((id) => [id, outputsOf(state, position, id)])),
    result: () => resultAt(state, position, extras),
    answer: () => position?.answer?.answer,
    error: () => extras.error ?? position?.error ?? undefined,
    attempt: () => position?.attempt,
    visit: () => position?.visit,
    retry_count: () => position?.failures ?? 0,
    prev: () => (position?.prev ? outputsOf(state, position, position.prev) : undefined),
    item: () => (position?.parent ? position.item : undefined),
    loop: () => loopOf(position),
    run: () => ({
      id: state.run,
      workflow: state.workflow,
      started_by: state.started_by,
      created_at: state.created_at,
      status: state.status,
    }),
    workspace: () => state.workspace,
    current_node: () => position?.node ?? state.current_node,
    previous_node: () => state.previous_node,
    workflow_name: () => state.workflow_name,
    workflow_version: () => state.workflow_version,
  };
  const fallbacks = [state.computed, state.flags, state.user_responses, state.custom];
  const get = (name: string): unknown => {
    if (position?.as === name) return position.item;
    if (Object.hasOwn(reserved, name)) return reserved[name]?.();
    if (findNode(graph, name)) {
      const outputs = outputsOf(state, position, name);
      if (outputs) return outputs;
    }
    return fallbacks.find((values) => Object.hasOwn(values, name))?.[name];
  };
  return {
    get,
    has: (name) => get(name) !== undefined,
    isAbsent: (name) => state.nodes[name]?.status === 'skipped',
    names: () => [
      ...scopeNames.filter((name) => get(name) !== undefined),
      ...Object.keys(state.outputs),
      ...fallbacks.flatMap((values) => Object.keys(values)),
    ],
  };
}
