// A graph as a native workflow: its nodes under ids made of their names, each leading on as its edges say, with the MCP server
// that its system starts unless the file has `servers` of its own. A failure ends the walk.
import type { Findings } from '../../problems/findings.ts';
import { childOf, entryOf, type SourceMap, type SourceNode } from '../../source/source-tree.ts';
import { givenIn, listFrom, mapFrom, mapOfEntries, type Part, scalarFrom, textIn } from '../borrowed-tree.ts';
import { checkEdges } from './check-edges.ts';
import { checkLoops } from './check-loops.ts';
import { type GraphFile, type GraphNode, isMap, type Label, waysOut } from './graph-file.ts';
import { groupsOf } from './groups.ts';
import { controlTypes } from './node-types.ts';
import type { Reference } from './params.ts';
import { readGraph } from './read-file.ts';
import { isChange } from './shape.ts';
import { translateNode } from './translate-node.ts';
import { nativeIds, type Variables, variablesOf } from './variables.ts';

/** What one node needs to know of the whole. */
export type World = {
  ids: Map<GraphNode, string>;
  variables: Variables;
  groups: Map<string, string>;
  findings: Findings;
  /** What the graph is for, when its system is to judge whether that was reached. */
  intent: string | undefined;
  isLast(node: GraphNode): boolean;
  /** Where a node leads; the end of the run where the graph says nothing. */
  way(node: GraphNode, label?: Label, name?: string): Part;
  wayIfAny(node: GraphNode, label: Label): Part;
  firstWay(node: GraphNode): Part;
  endOf(loop: GraphNode): GraphNode | undefined;
  loopOf(end: GraphNode): string | undefined;
  serverOf(node: GraphNode): string;
  refer(reference: SourceNode): Reference;
  warn(code: string, node: GraphNode, message: string): void;
};

const usualServer = 'desktop';
const knownKeys = new Set([
  ...['id', 'name', 'nodes', 'edges', 'steps', 'groups', 'intent', 'verify_outcome', 'servers'],
  ...['next_id_counters', 'auto_approve_resolutions', 'description', 'version', 'tags'],
]);

export function translateGraph(tree: SourceNode, findings: Findings): SourceMap | null {
  if (isChange(tree)) {
    const message =
      'this is a change to a graph that it does not hold (nodes to add, update or remove); apply it there, and use the whole graph';
    findings.error({ code: 'graph_change', place: tree.place, path: [], message });
    return null;
  }
  const file = readGraph(tree, findings);
  const start = checkEdges(file, findings);
  if (!start) return null;
  checkLoops(file, findings);
  warnUnused(tree, findings);
  const world = worldOf(tree, file, findings);
  const nodes = file.nodes.map((node) => translateNode(node, world));
  const isUsingServer = nodes.some(({ value }) => entryOf(value, 'server') || usesTools(value));
  return mapFrom(tree, {
    name: givenIn(tree, 'name') ?? scalarFrom(tree, (textIn(tree, 'intent') ?? 'Untitled').slice(0, 50)),
    version: givenIn(tree, 'version'),
    description: givenIn(tree, 'description') ?? givenIn(tree, 'intent'),
    tags: givenIn(tree, 'tags'),
    servers: ownServers(tree) ?? (isUsingServer ? usualServers(tree) : undefined),
    defaults: mapFrom(tree, { on_failure: 'fail' }),
    start: world.ids.get(start),
    nodes: mapOfEntries(file, nodes),
  });
}

const usesTools = (node: SourceNode) => {
  const tools = childOf(node, 'tools');
  return tools?.kind === 'list' && tools.items.length > 0;
};

const ownServers = (tree: SourceNode) => {
  const servers = entryOf(tree, 'servers');
  return isMap(servers?.value) && servers.value.entries.length > 0 ? servers : undefined;
};

const usualServers = (tree: SourceNode) =>
  mapFrom(tree, {
    [usualServer]: mapFrom(tree, { command: 'npx', args: listFrom(tree, ['-y', 'native-devtools-mcp']) }),
  });

function warnUnused(tree: SourceNode, findings: Findings): void {
  if (!isMap(tree)) return;
  for (const { key, place } of tree.entries) {
    if (knownKeys.has(key)) continue;
    findings.warning({
      code: 'unused_key',
      place,
      path: [key],
      message: `"${key}" is not used: a graph has no such part`,
    });
  }
  const approves = givenIn(tree, 'auto_approve_resolutions');
  if (approves?.value.kind !== 'scalar' || approves.value.value !== true) return;
  const message = '"auto_approve_resolutions" is not used: a graph is never changed while it runs';
  findings.warning({ code: 'unused_key', place: approves.place, path: ['auto_approve_resolutions'], message });
}

function worldOf(tree: SourceNode, file: GraphFile, findings: Findings): World {
  const { nodes } = file;
  const ids = nativeIds(nodes);
  const byId = new Map(nodes.toReversed().map((node) => [node.id, node]));
  const out = waysOut(file.edges);
  const variables = variablesOf(nodes, ids);
  const ends = new Map(nodes.toReversed().flatMap((node) => (node.loop === null ? [] : [[node.loop, node] as const])));
  const leadTo = (way: ReturnType<typeof out>[number] | undefined) => {
    const node = way && byId.get(way.to);
    return node && way ? scalarFrom(way.target, ids.get(node) ?? '') : undefined;
  };
  const find = (node: GraphNode, label?: Label, name?: string) =>
    out(node.id).find(
      (way) => label === undefined || (way.label === label && (name === undefined || way.case === name)),
    );
  const [firstServer] = ownServers(tree)?.value.kind === 'map' ? (childOf(tree, 'servers') as SourceMap).entries : [];
  const verifies = childOf(tree, 'verify_outcome');
  return {
    ids,
    variables,
    findings,
    groups: groupsOf(tree, new Set(byId.keys()), findings),
    intent: verifies?.kind === 'scalar' && verifies.value === true ? textIn(tree, 'intent') : undefined,
    isLast: (node) => !controlTypes.has(node.type) && out(node.id).length === 0,
    way: (node, label, name) => leadTo(find(node, label, name)) ?? 'complete',
    wayIfAny: (node, label) => leadTo(find(node, label)),
    firstWay: (node) => leadTo(out(node.id).find(({ label }) => label !== null)) ?? 'complete',
    endOf: (loop) => ends.get(loop.id),
    loopOf: (end) => {
      const loop = byId.get(end.loop ?? '');
      return loop?.type === 'Loop' && ends.get(loop.id) === end ? ids.get(loop) : undefined;
    },
    serverOf: (node) => textIn(node.tree, 'server') ?? firstServer?.key ?? usualServer,
    refer: (reference) => referTo(reference, variables, findings),
    warn: (code, { place, path }, message) => findings.warning({ code, place, path, message }),
  };
}

/** `{ node, field }`, or the name of a variable, or of a node: then all that it gave. */
function referTo(reference: SourceNode, variables: Variables, findings: Findings): Reference {
  const said =
    reference.kind === 'scalar' ? reference.text : `${textIn(reference, 'node')}.${textIn(reference, 'field')}`;
  const name = said.includes('.') ? said : `${said}.result`;
  const [node = '', field] = name.split('.');
  const read = (path: string | null, otherwise: string) => (path === null ? '' : `\${${path} ?? ${otherwise}}`);
  if (field !== 'coordinates') return { text: read(variables.pathOf(name, reference, findings), "''") };
  const [x, y] = ['x', 'y'].map((one) => read(variables.pathOf(`${node}.${one}`, reference, findings), 'null'));
  return { text: '', x: x ?? '', y: y ?? '' };
}
