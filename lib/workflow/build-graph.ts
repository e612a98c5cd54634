// From a file without errors to the graph, with every default written out. A node's own word wins over `defaults`.
import { createHash } from 'node:crypto';
import { checksOf } from '../nodes/parts/check-spec.ts';
import { milliseconds } from '../nodes/parts/duration.ts';
import { successorsOf } from './edges.ts';
import type { Missing } from './expression/expression.ts';
import type { Graph, GraphNode, InputField, ServerSpec } from './graph.ts';
import { withJudge } from './judge-node.ts';
import type { LoadedNode } from './load-nodes.ts';
import { withGroups } from './parallel-groups.ts';
import type { FileFields } from './schema.ts';

const longestBackoff = 300_000;
const mostVisits = 100;

export function buildGraph(
  file: FileFields,
  inputs: InputField[],
  servers: ServerSpec[],
  nodes: LoadedNode[],
  missing: Missing,
): Graph {
  const { flags, computed, ...custom } = file.state;
  const graph = {
    name: file.name,
    version: file.version,
    description: file.description ?? null,
    tags: file.tags,
    inputs,
    servers,
    state: { computed, flags, custom },
    require: file.require,
    missing,
    concurrency: file.concurrency ? { key: '', ...file.concurrency } : null,
    roles: Object.entries(file.roles).map(([id, { instructions, model = null }]) => ({ id, instructions, model })),
    workspace: buildWorkspace(file.workspace),
    budget: { time: null, tokens: null, cost: null, tool_calls: null, ...file.budget },
    start: file.start ?? nodes[0]?.id ?? '',
    nodes: nodes.map((node) => buildNode(node, file.defaults)),
  };
  const grouped = withGroups(graph, new Map(nodes.map(({ id, common }) => [id, common.parallel_group])));
  const judged = withJudge(grouped);
  return { ...judged, successors: successorsOf(judged) };
}

function buildNode(
  { id, place, type, definition, common, fields, gates }: LoadedNode,
  defaults: FileFields['defaults'],
): GraphNode {
  const { attempts = 1, backoff, max_backoff } = { ...defaults.retry, ...common.retry };
  const pause = backoff === undefined ? 0 : milliseconds(backoff);
  // A default timeout is about work; it must not cut short the time people have for an answer.
  const timeout = common.timeout ?? (definition?.group === 'work' ? defaults.timeout : undefined);
  return {
    id,
    type,
    name: common.name ?? id,
    description: common.description ?? null,
    enabled: common.enabled,
    retry: {
      attempts,
      backoff: pause,
      max_backoff: max_backoff === undefined ? Math.max(pause, longestBackoff) : milliseconds(max_backoff),
    },
    timeout: timeout === undefined ? null : milliseconds(timeout),
    settle: common.settle === undefined ? 0 : milliseconds(common.settle),
    gates: gates.map(({ spec }) => spec),
    checks: checksOf(common.checks, common.expect),
    role: common.role ?? defaults.role ?? null,
    save: common.save,
    artifacts: common.artifacts,
    conditions: common.conditions,
    next: common.next ?? null,
    on_failure: common.on_failure ?? defaults.on_failure ?? null,
    idempotent: common.idempotent ?? null,
    max_visits: common.max_visits ?? defaults.max_visits ?? mostVisits,
    group: null,
    trace: common.trace ?? defaults.trace ?? 'full',
    fields: fields ?? {},
    place,
  };
}

function buildWorkspace(workspace: FileFields['workspace']): Graph['workspace'] {
  if (!workspace) return null;
  const { git, path = '', ref = null, mode } = workspace;
  return { from: git === undefined ? 'path' : 'git', source: git ?? path, ref, mode };
}

export function buildServers(servers: FileFields['servers'], ids: string[]): ServerSpec[] {
  return ids.flatMap((id) => {
    const written = servers[id];
    if (!written) return [];
    const { command, args, env, cwd = null } = written;
    return [{ id, command, args, env, cwd, hash: hashOf({ command, args, env, cwd }) }];
  });
}

/** Of the unresolved text, so that a person approves exactly what is written, in whatever order it is written. */
function hashOf({ command, args, env, cwd }: Omit<ServerSpec, 'id' | 'hash'>): string {
  const sortedEnv = Object.fromEntries(Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256')
    .update(JSON.stringify({ args, command, cwd, env: sortedEnv }))
    .digest('hex');
}
