// A checked workflow as plain, JSON-safe data: what the engine walks, the page draws and the database keeps.
// Nodes stay in their written order. This file holds the shape and its look-ups; what makes a graph legal is check-graph.

import type { Role } from '../nodes/contract/node-context.ts';
import type { Outside } from '../nodes/parts/outside.ts';
import type { Requirement } from '../nodes/parts/precondition.ts';
import type { buildNode } from './build-node.ts';
import type { Missing } from './expression/expression.ts';

export const scopeNames = [
  'inputs',
  'computed',
  'flags',
  'user_responses',
  'history',
  'nodes',
  'result',
  'answer',
  'error',
  'attempt',
  'visit',
  'retry_count',
  'prev',
  'item',
  'loop',
  'run',
  'workspace',
  'current_node',
  'previous_node',
  'workflow_name',
  'workflow_version',
] as const;

/** What a node, an input or a server may be called. */
export const idPattern = /^[A-Za-z_][A-Za-z0-9_-]*$/;

export const inputTypes = [
  'string',
  'text',
  'number',
  'integer',
  'boolean',
  'choice',
  'list',
  'json',
  'file',
  'secret',
] as const;
export type InputType = (typeof inputTypes)[number];

export type InputField = {
  name: string;
  type: InputType;
  required: boolean;
  description: string | null;
  default?: unknown;
  choices?: string[];
};

/** An MCP server as written, unresolved. `hash` is the SHA-256 of exactly that, which is what people allowed at first. */
export type ServerSpec = {
  id: string;
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string | null;
  hash: string;
  /** Not there in graphs of older versions. */
  outside?: Outside | 'all';
};

export type GraphNode = ReturnType<typeof buildNode>;

export type Graph = {
  name: string;
  version: string;
  description: string | null;
  tags: string[];
  inputs: InputField[];
  servers: ServerSpec[];
  state: { computed: Record<string, unknown>; flags: Record<string, boolean>; custom: Record<string, unknown> };
  require: Requirement[];
  /** What a missing reference means everywhere in this graph; `empty` is told as a warning, once at each node. */
  missing: Missing;
  /** `key` is a template; runs with the same key share the limit. */
  concurrency: { key: string; limit: number } | null;
  roles: Role[];
  /** What the workspace begins with; null is an empty folder. Texts are templates. */
  workspace: { from: 'git' | 'path'; source: string; ref: string | null; mode: 'copy' | 'shared' } | null;
  /** `time` is a duration as it was written. */
  budget: { time: string | null; tokens: number | null; cost: number | null; tool_calls: number | null };
  /** What its commands use of the machine; not there when it is nothing. */
  outside?: Outside;
  /** Who may see and start it, as people and groups; what is not there is for everybody. */
  access?: { see?: string[]; start?: string[] };
  start: string;
  /** The node that judges the work once the run has ended; null when no check needs it. */
  judge: string | null;
  nodes: GraphNode[];
  /** Where each node can lead, by id; `*` when only the run can tell. */
  successors: Record<string, string[]>;
  /** What is to be said of a way: by the node it leads from, then by the one it leads to. Not there for the plain way on. */
  way_words: Record<string, Record<string, string>>;
};

type Nodes = Pick<Graph, 'nodes'>;
const indexes = new WeakMap<Nodes, Map<string, { node: GraphNode; position: number }>>();

function indexOf(graph: Nodes) {
  let index = indexes.get(graph);
  if (!index) {
    index = new Map(graph.nodes.map((node, position) => [node.id, { node, position }]));
    indexes.set(graph, index);
  }
  return index;
}

export function findNode(graph: Nodes, id: string): GraphNode | undefined {
  return indexOf(graph).get(id)?.node;
}

export function nodeOf(graph: Graph, id: string): GraphNode {
  const node = findNode(graph, id);
  if (!node) throw new Error(`the graph "${graph.name}" has no node "${id}"`);
  return node;
}

/** The node written after this one, where plain `next` leads. The one that judges the run is written by nobody. */
export function followingNode(graph: Nodes & { judge?: string | null }, id: string): GraphNode | undefined {
  const entry = indexOf(graph).get(id);
  const following = entry && graph.nodes[entry.position + 1];
  return following?.id === graph.judge ? undefined : following;
}

export const targetKeywords = ['next', 'complete', 'fail', 'escalate', 'join'] as const;
export const failureKeywords = ['skip', 'ask'] as const;
