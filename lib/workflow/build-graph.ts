// From a file without errors to the graph, with every default written out.
import { createHash } from 'node:crypto';
import { visibleText } from '../html/visible-text.ts';
import { buildNode } from './build-node.ts';
import { linked } from './edges.ts';
import type { Missing } from './expression/expression.ts';
import type { Graph, InputField, ServerSpec } from './graph.ts';
import { withJudge } from './judge-node.ts';
import type { LoadedNode } from './load-nodes.ts';
import { withGroups } from './parallel-groups.ts';
import type { FileFields } from './schema.ts';

export function buildGraph(
  file: FileFields,
  inputs: InputField[],
  servers: ServerSpec[],
  nodes: LoadedNode[],
  missing: Missing,
): Graph {
  const { flags, computed, ...custom } = file.state;
  const graph = {
    name: visibleText(file.name),
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
    ...(file.outside ? { outside: file.outside } : {}),
    ...(file.access ? { access: file.access } : {}),
    start: file.start ?? nodes[0]?.id ?? '',
    nodes: nodes.map((node) => buildNode(node, file.defaults)),
  };
  const grouped = withGroups(graph, new Map(nodes.map(({ id, common }) => [id, common.parallel_group])));
  return linked(withJudge(grouped));
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
    const { command, args, env, cwd = null, outside } = written;
    const hash = hashOf({ command, args, env, cwd });
    return [{ id, command, args, env, cwd, hash, ...(outside === undefined ? {} : { outside }) }];
  });
}

/** Of the unresolved text, so that a person approves exactly what is written, in whatever order it is written. */
function hashOf({ command, args, env, cwd }: Omit<ServerSpec, 'id' | 'hash' | 'outside'>): string {
  const sortedEnv = Object.fromEntries(Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256')
    .update(JSON.stringify({ args, command, cwd, env: sortedEnv }))
    .digest('hex');
}
