// The MCP servers of the runs: one connection for each run and server, opened at the first call, shared by the run's nodes,
// closed when the run stops being active. A server whose process died is opened again by the next call. Opening belongs to
// the run, not to the node that asked first: a node that gives up does not take the server away from the others.

import type { Needs } from '../../console/console.ts';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';
import { type CallOptions, type OpenOptions, openServer, type ServerConnection } from './mcp-connection.ts';
import type { ServerSpec } from './mcp-process.ts';

type Opened = { connection: Promise<ServerConnection>; stop: AbortController };
type Servers = Map<string, Opened>;
/** By run, then by what was started. */
export type ServerPool = Map<string, Servers>;
export type PoolCallOptions = CallOptions &
  Pick<OpenOptions, 'workspace' | 'textRedactor' | 'room'> & {
    /** Asked at the moment of starting; rejects when nobody has allowed what would be started. */
    mayStart(): Promise<void>;
  };

export async function callTool(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall' | 'servers'>,
  runId: string,
  spec: ServerSpec,
  tool: string,
  args: Record<string, unknown>,
  options: PoolCallOptions,
) {
  const connection = await connectionOf(house, runId, spec, options);
  return connection.callTool(tool, args, options);
}

export async function isReadOnlyTool(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall' | 'servers'>,
  runId: string,
  spec: ServerSpec,
  tool: string,
  options: PoolCallOptions,
) {
  const connection = await connectionOf(house, runId, spec, options);
  return connection.isReadOnly(tool, options);
}

export async function listTools(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall' | 'servers'>,
  runId: string,
  spec: ServerSpec,
  options: PoolCallOptions,
) {
  const connection = await connectionOf(house, runId, spec, options);
  return connection.listTools(options);
}

/** Resolves when nothing of the run's servers is left, those that were still starting included. */
export async function closeServers(house: Needs<'servers'>, runId: string): Promise<void> {
  const servers = house.servers.get(runId);
  house.servers.delete(runId);
  await Promise.all([...(servers?.values() ?? [])].map(closeOpened));
}

export async function closeAllServers(house: Needs<'servers'>): Promise<void> {
  await Promise.all([...house.servers.keys()].map((id) => closeServers(house, id)));
}

const keyOf = ({ id, command, args, env, cwd }: ServerSpec) => JSON.stringify([id, command, args, env, cwd]);

/** It runs, or is about to: using it starts nothing. */
export function isServerOpen(house: Needs<'servers'>, runId: string, spec: ServerSpec): boolean {
  return house.servers.get(runId)?.has(keyOf(spec)) === true;
}

async function connectionOf(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall' | 'servers'>,
  runId: string,
  spec: ServerSpec,
  options: PoolCallOptions,
): Promise<ServerConnection> {
  const servers = house.servers.get(runId) ?? new Map();
  house.servers.set(runId, servers);
  const key = keyOf(spec);
  const opened = servers.get(key) ?? open(house, servers, key, spec, options);
  return orStopped(opened.connection, spec, options.signal);
}

function open(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall'>,
  servers: Servers,
  key: string,
  spec: ServerSpec,
  options: PoolCallOptions,
): Opened {
  const stop = new AbortController();
  const { workspace, textRedactor, room, mayStart } = options;
  const forget = () => {
    if (servers.get(key) === opened) servers.delete(key);
  };
  const opened: Opened = {
    connection: mayStart().then(() => openServer(house, spec, { workspace, textRedactor, room, signal: stop.signal })),
    stop,
  };
  servers.set(key, opened);
  opened.connection.then((connection) => connection.whenClosed).then(forget, forget);
  return opened;
}

async function closeOpened(opened: Opened): Promise<void> {
  opened.stop.abort();
  const connection = await opened.connection.catch(() => null);
  await connection?.close();
}

async function orStopped<T>(work: Promise<T>, spec: ServerSpec, signal: AbortSignal | undefined): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(new ClientFailure('aborted', `The call to server "${spec.id}" was stopped`));
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
