// What expressions see: the whole scope of a run at one position, read lazily from the state. Nothing is copied.
import { definitionOf } from '../nodes/index.ts';
import { noValues, openValue, type Values } from '../nodes/parts/large-value.ts';
import { notYet } from '../nodes/parts/postponed.ts';
import type { Scope } from '../workflow/expression/expression.ts';
import { itself } from '../workflow/expression/values.ts';
import { findNode, type Graph, scopeNames } from '../workflow/graph.ts';
import { lastNeeded } from './needs.ts';
import type { Position, Product, RunState } from './state.ts';

/** `names` are those of an effect's list, nearer than all others. */
export type ScopeExtras = { result?: unknown; error?: unknown; names?: Record<string, unknown> };

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** This position and those it was split from, innermost first. */
function wayUp(state: RunState, position: Position | null): Position[] {
  const found = position ? [position] : [];
  for (let parent = position?.parent; parent; parent = found.at(-1)?.parent) {
    const above = state.active.find(({ id }) => id === parent);
    if (!above) break;
    found.push(above);
  }
  return found;
}

/** What a node gave: on this branch, else on the way that it was split from, else in the run. */
function productOf(state: RunState, position: Position | null, id: string): Product | undefined {
  const branch = wayUp(state, position).find(({ own }) => Object.hasOwn(own, id));
  if (branch) return branch.own[id];
  if (!Object.hasOwn(state.outputs, id)) return undefined;
  return { output: state.outputs[id], files: state.artifacts[id] ?? [] };
}

/** A reference to work in the background waits for it; for that of another branch only where this way has nothing of its own. */
export function isInBackground(state: RunState, position: Position | null, id: string): boolean {
  const workers = state.active.filter(({ background, node }) => background && node === id);
  if (workers.length === 0 || (position?.background && position.node === id)) return false;
  const way = wayUp(state, position);
  const isOfThisWay = workers.some(({ parent }) => way.some((one) => one.id === parent));
  return isOfThisWay || !way.some(({ own }) => Object.hasOwn(own, id));
}

/** Of an array: whether and how many there are, the fields of the first, and the array by the name its node gives it. */
function listOutputs(graph: Graph, id: string, list: unknown[], given: unknown): Record<string, unknown> {
  const node = findNode(graph, id);
  const name = node && definitionOf(node.type)?.listName?.(node.fields);
  const [first] = list;
  return {
    found: list.length > 0,
    count: list.length,
    ...(isObject(first) ? first : {}),
    ...(name === undefined ? {} : { [name]: given }),
  };
}

/** The names that an answer can be read by, besides those that every node has. */
export function extractedNames(graph: Graph, id: string, result: unknown): string[] {
  const own = Array.isArray(result) ? listOutputs(graph, id, result, result) : isObject(result) ? result : {};
  return [...new Set(['success', 'result', ...Object.keys(own)])];
}

/** What was asked for comes before the text of a model, which runs of older versions have first, as `<node>.md`. */
function filesInOrder(id: string, files: Product['files']): Product['files'] {
  if (files.some(({ path }) => path !== undefined)) return files;
  const isText = ({ name }: Product['files'][number]) => name === `${id}.md`;
  return files.some(isText) ? [...files.filter((file) => !isText(file)), ...files.filter(isText)] : files;
}

/** Files that a node spoke of and had no part in: a path, and nothing that people are shown. */
function mentionedFiles(result: unknown): Record<string, unknown>[] {
  const mentions = isObject(result) && Array.isArray(result.mentions) ? result.mentions : [];
  const file = (path: string) => ({ id: null, name: path.split('/').at(-1), type: '', size: null, path });
  return mentions.filter((path) => typeof path === 'string').map(file);
}

/** A node's outputs by name: success, result, its fields or those of its list, artifacts. */
function outputsOf(view: View, id: string): Record<string, unknown> | undefined {
  const { graph, state, position } = view;
  const known = state.nodes[id];
  if (known && isInBackground(state, position, id)) throw notYet(id);
  const nothing = known?.status === 'failed' ? { output: null, files: state.artifacts[id] ?? [] } : undefined;
  const product = known && (productOf(state, position, id) ?? nothing);
  if (!product) return undefined;
  const { output: given, files } = product;
  const result = openValue(given, view.values);
  const hasGiven = known.status !== 'failed' && known.status !== 'skipped';
  const told = isObject(result) && typeof result.output_path === 'string' ? result.output_path : undefined;
  const outputs = {
    ...(isObject(result) ? result : {}),
    ...(Array.isArray(result) ? listOutputs(graph, id, result, given) : {}),
    success: hasGiven,
    result: given ?? (hasGiven && !known.without_result ? '' : null),
    artifacts: [...filesInOrder(id, files), ...mentionedFiles(result)],
    output: isObject(result) ? (result.stdout ?? result.text ?? given) : given,
    output_path: told ?? files[0]?.path ?? files[0]?.name ?? null,
    status: known.status,
    visits: known.visits,
  };
  return Array.isArray(result) ? Object.defineProperty(outputs, itself, { value: given }) : outputs;
}

function resultAt(state: RunState, position: Position | null, extras: ScopeExtras): unknown {
  if ('result' in extras) return extras.result;
  if (!position) return undefined;
  const answered = position.answer?.gate;
  if (answered?.purpose === 'node' && answered.kind === 'question') return position.answer?.answer.option;
  return productOf(state, position, position.node)?.output;
}

/** The innermost loop this position is in, or its place among the items of a map. A branch of a parallel is neither. */
function loopOf(state: RunState, position: Position | null): { index: number } | undefined {
  for (const { loops, as, index } of wayUp(state, position)) {
    const found = loops.at(-1)?.index ?? (as === null ? null : index);
    if (found !== null) return { index: found };
  }
  return undefined;
}

/** Failed attempts of this visit, or earlier arrivals on this way, whichever is more. */
function retryCount(position: Position | null): number {
  if (!position) return 0;
  const arrivals = position.arrivals?.[position.node] ?? 1;
  return Math.max(position.failures, arrivals - 1);
}

/** What still works in the background is among them: whoever asks for all waits for it. */
function idsWithOutputs({ outputs, active }: RunState): string[] {
  const beside = active.flatMap(({ background, node }) => (background ? [node] : []));
  return [...new Set([...Object.keys(outputs), ...beside])];
}

export type View = { graph: Graph; state: RunState; position: Position | null; extras: ScopeExtras; values: Values };

/** One table for all scopes: a scope is made for every expression, so it must cost next to nothing. */
const reserved: Record<string, (view: View) => unknown> = {
  inputs: ({ state }) => state.inputs,
  computed: ({ state }) => state.computed,
  flags: ({ state }) => state.flags,
  user_responses: ({ state }) => state.user_responses,
  history: ({ state }) => state.history.tail,
  nodes: (view) => Object.fromEntries(idsWithOutputs(view.state).map((id) => [id, outputsOf(view, id)])),
  result: ({ state, position, extras }) => resultAt(state, position, extras),
  answer: ({ position }) => position?.answer?.answer,
  error: ({ position, extras }) => extras.error ?? position?.error ?? position?.cause ?? undefined,
  attempt: ({ position }) => position?.attempt,
  visit: ({ position }) => position?.visit,
  retry_count: ({ position }) => retryCount(position),
  prev: (view) => {
    const needed = view.position && lastNeeded(view.graph, view.position.node);
    const prev = needed ?? view.position?.prev;
    return prev ? outputsOf(view, prev) : undefined;
  },
  item: ({ state, position }) => wayUp(state, position).find(({ as }) => as !== null)?.item,
  loop: ({ state, position }) => loopOf(state, position),
  run: ({ state }) => ({
    id: state.run,
    workflow: state.workflow,
    started_by: state.started_by,
    created_at: state.created_at,
    status: state.status,
  }),
  workspace: ({ state }) => state.workspace,
  current_node: ({ state, position }) => position?.node ?? state.current_node,
  previous_node: ({ state }) => state.previous_node,
  workflow_name: ({ state }) => state.workflow_name,
  workflow_version: ({ state }) => state.workflow_version,
};

function readName(view: View, name: string): unknown {
  const { names } = view.extras;
  if (names && Object.hasOwn(names, name)) return names[name];
  if (Object.hasOwn(reserved, name)) return reserved[name]?.(view);
  const { graph, state, position } = view;
  if (position?.parent) {
    const bound = wayUp(state, position).find(({ as }) => as === name);
    if (bound) return bound.item;
  }
  const outputs = findNode(graph, name) && outputsOf(view, name);
  return outputs ?? fallbacksOf(state).find((values) => Object.hasOwn(values, name))?.[name];
}

const fallbacksOf = ({ computed, flags, user_responses, custom }: RunState): Record<string, unknown>[] => [
  computed,
  flags,
  user_responses,
  custom,
];

export function scopeAt(
  graph: Graph,
  state: RunState,
  position: Position | null,
  extras: ScopeExtras = {},
  values: Values = noValues,
): Scope {
  const view: View = { graph, state, position, extras, values };
  return {
    get: (name) => readName(view, name),
    has: (name) => readName(view, name) !== undefined,
    isAbsent: (name) => state.nodes[name]?.status === 'skipped' || state.nodes[name]?.without_result === true,
    names: () => [
      ...scopeNames.filter((name) => name === 'nodes' || readName(view, name) !== undefined),
      ...Object.keys(state.outputs),
      ...fallbacksOf(state).flatMap((values) => Object.keys(values)),
    ],
  };
}
