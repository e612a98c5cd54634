// The MCP servers of a file: what is started for each of them, and how far its calls are let go.
import type { Findings } from '../../problems/findings.ts';
import { childOf, entryOf, type SourceEntry, type SourceMap, type SourceNode } from '../../source/source-tree.ts';
import { entryFrom, listFrom, mapFrom, mapOfEntries, type Part } from '../borrowed-tree.ts';
import { textOf } from './translation.ts';
import { mapsIn } from './words/survey.ts';

const isGroup = (node: SourceNode | undefined): node is SourceMap => node?.kind === 'map';

export function* callsIn(node: SourceNode): Generator<SourceMap> {
  for (const map of mapsIn(node)) if (textOf(childOf(map, 'type')) === 'mcp_tool_call') yield map;
}

/** A server is a package that is started when people have allowed exactly that. */
export function serversOf(root: SourceMap, findings: Findings): Part {
  const servers = entryOf(root, 'data_mcps');
  const used = new Set([...callsIn(root)].map((call) => (textOf(childOf(call, 'tool')) ?? '').split('.')[0]));
  if (!servers || !isGroup(servers.value)) return undefined;
  const entries = servers.value.entries.filter(({ key }) => used.has(key));
  if (entries.length === 0) return undefined;
  const made = entries.map((entry) => {
    const named = textOf(entry.value) ?? '';
    const message = `the server "${entry.key}" is started as "npx -y ${named}", once people have allowed it`;
    findings.warning({ code: 'assumed_server', place: entry.place, path: ['data_mcps', entry.key], message });
    return entryFrom(entry, entry.key, mapFrom(entry, { command: 'npx', args: listFrom(entry, ['-y', named]) }));
  });
  return mapOfEntries(servers, made);
}

const toolsOf = (node: SourceNode) => [...callsIn(node)].map((call) => textOf(childOf(call, 'tool')) ?? '');
const serverOf = (tool: string) => tool.split('.')[0] ?? '';

/**
 * In a file that is gated people approve what calls a tool before it does. A file that allows itself only so many calls of
 * a server is stopped by a question when a node would make more.
 */
export function limitCalls(root: SourceMap, nodes: SourceEntry[], findings: Findings): SourceEntry[] {
  const isGated = textOf(childOf(root, 'trust_mode')) === 'gated';
  const all = nodes.flatMap(({ value }) => toolsOf(value));
  return nodes.map((node) => {
    const tools = toolsOf(node.value);
    if (tools.length === 0 || !isGroup(node.value)) return node;
    const limits = tools.flatMap((tool) => visitsOf(serverOf(tool), all, root, findings) ?? []);
    const message = `This calls ${[...new Set(tools)].join(', ').replaceAll('${', () => '$${')}. Shall it?`;
    const gate = mapFrom(node, { when: 'before', kind: 'approval', message });
    const more = { gate: isGated ? gate : undefined, max_visits: limits.length > 0 ? Math.min(...limits) : undefined };
    return { ...node, value: { ...node.value, entries: [...node.value.entries, ...mapFrom(node, more).entries] } };
  });
}

/** How often a node that calls this server may be visited, when it has its fair part of the calls. */
function visitsOf(server: string, all: string[], root: SourceMap, findings: Findings): number | null {
  const count = childOf(childOf(childOf(root, 'declared_effects'), server), 'max_call_count');
  const most = Number(textOf(count));
  if (!count || !Number.isInteger(most)) return null;
  const written = all.filter((tool) => serverOf(tool) === server).length;
  if (written > most) {
    const message = `the file has ${written} calls of "${server}" and allows itself ${most}; each may be made once before people are asked`;
    findings.warning({ code: 'too_many_calls', place: count.place, path: ['declared_effects', server], message });
  }
  return Math.max(1, Math.floor(most / written));
}
