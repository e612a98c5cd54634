// What of the machine the commands of a run may use: what its workflow declares and what the program of a node brings along.
// It is asked about like a server: before the attempt begins, for exactly that list, and remembered until the list changes.
import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { homeDirectory, isInside } from '../../clients/files/files.ts';
import { isAnythingThere, outsideThings } from '../../clients/process/wall/outside-room.ts';
import type { Room } from '../../clients/process/wall/room.ts';
import { openWords, wallOf } from '../../clients/process/wall/wall.ts';
import type { Needs } from '../../console/console.ts';
import { outsideId } from '../../engine/event-types.ts';
import type { RunState } from '../../engine/state.ts';
import type { ServerStart } from '../../nodes/contract/outcome.ts';
import { definitionOf } from '../../nodes/index.ts';
import { isNothing, nothingOutside, type Outside, spelledOut, together } from '../../nodes/parts/outside.ts';
import type { Graph, GraphNode } from '../../workflow/graph.ts';
import { inputsDirectory } from '../inputs/file-inputs.ts';

/** Spelled out: what a program's name stands for is part of what is allowed. */
function outsideOf(graph: Pick<Graph, 'outside'>, node: Pick<GraphNode, 'type' | 'fields'>): Outside {
  const ofNode = definitionOf(node.type)?.outside?.(node.fields) ?? nothingOutside;
  return spelledOut(together(graph.outside ?? nothingOutside, ofNode));
}

function outsideHash(outside: Outside): string {
  return createHash('sha256')
    .update(`outside 1\n${JSON.stringify(outside)}`)
    .digest('hex');
}

/**
 * Files of the console's user can be read by that user only: then the whole run works as that user, in one workspace. What is
 * not on this machine, and so is not asked about, gives nobody that user.
 */
export function usesOutside(graph: Graph): boolean {
  const ofServers = graph.servers.some(({ outside = nothingOutside }) => outside === 'all' || isAnythingThere(outside));
  return ofServers || graph.nodes.some((node) => isAnythingThere(outsideOf(graph, node)));
}

type OfRun = { graph: Graph; state: RunState };

/** To work in a folder of somebody else is to change it; those that the administrator lists are there for that. */
function sharedFolder({ env }: Needs<'env'>, { graph, state: { workspace } }: OfRun): Outside {
  if (graph.workspace?.mode !== 'shared' || !existsSync(workspace)) return nothingOutside;
  const real = realpathSync(workspace);
  const isListed = env.folders.some((folder) => existsSync(folder) && isInside(realpathSync(folder), real));
  return isListed ? nothingOutside : { ...nothingOutside, write: [workspace] };
}

/** Asked about where there is a wall, and something of the list on this machine. */
export async function outsideToAllow(
  house: Needs<'env' | 'store' | 'wall'>,
  { graph, state }: OfRun,
  node: GraphNode,
): Promise<ServerStart | null> {
  const outside = together(outsideOf(graph, node), sharedFolder(house, { graph, state }));
  if (isNothing(outside) || !(await wallOf(house)).isThere || !isAnythingThere(outside)) return null;
  const hash = outsideHash(outside);
  if (state.approved_servers.includes(hash) || (await house.store.approvedServers([hash])).length > 0) return null;
  const nothing = { command: '', args: [], env: {}, cwd: null, files: [], wasAllowedAsWritten: false };
  return { id: outsideId, hash, outside, ...nothing };
}

function baseRoom(house: Needs<'env'>, { graph, state }: OfRun): Partial<Room> {
  const { run: id, workflow } = state;
  return {
    readable: [inputsDirectory(house, { id, workflow })],
    home: homeDirectory(house.env.dataDirectory, workflow),
    keepsUser: usesOutside(graph),
  };
}

export function roomOfNode(house: Needs<'env'>, of: OfRun, node: GraphNode): Partial<Room> {
  const { shown, env } = outsideThings(outsideOf(of.graph, node));
  return { ...baseRoom(house, of), outside: shown, network: node.network ?? 'full', env };
}

export function roomOfServer(house: Needs<'env'>, of: OfRun, outside: Outside | 'all' | undefined): Partial<Room> {
  if (outside === 'all') return { ...baseRoom(house, of), isOut: true };
  const { shown, env } = outsideThings(outside ?? nothingOutside);
  return { ...baseRoom(house, of), outside: shown, env };
}

/** For the gate that lets something start. */
export async function startWarning(house: Needs<'env' | 'wall'>): Promise<{ warning?: string }> {
  const warning = await openWords(house);
  return warning === null ? {} : { warning };
}
