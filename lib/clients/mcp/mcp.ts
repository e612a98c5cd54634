// The MCP servers of the runs: one connection for each run and server, opened at the first call, shared by the run's nodes,
// closed when the run stops being active. A server whose process died is opened again by the next call. Opening belongs to
// the run, not to the node that asked first: a node that gives up does not take the server away from the others.

import { ClientFailure } from '../../nodes/parts/client-failure.ts';
import { singleton } from '../../singleton.ts';
import { type CallOptions, type OpenOptions, openServer, type ServerConnection } from './mcp-connection.ts';
import type { ServerSpec } from './mcp-process.ts';

type Opened = { connection: Promise<ServerConnection>; stop: AbortController };
type Servers = Map<string, Opened>;
export type PoolCallOptions = CallOptions & Pick<OpenOptions, 'workspace' | 'textRedactor'>;

export async function callTool(
  runId: string,
  spec: ServerSpec,
  tool: string,
  args: Record<string, unknown>,
  options: PoolCallOptions,
) {
  const connection = await connectionOf(runId, spec, options);
  return connection.callTool(tool, args, options);
}

export async function isReadOnlyTool(runId: string, spec: ServerSpec, tool: string, options: PoolCallOptions) {
  const connection = await connectionOf(runId, spec, options);
  return connection.isReadOnly(tool, options);
}

export async function listTools(runId: string, spec: ServerSpec, options: PoolCallOptions) {
  const connection = await connectionOf(runId, spec, options);
  return connection.listTools(options);
}

/** Resolves when nothing of the run's servers is left, those that were still starting included. */
export async function closeServers(runId: string): Promise<void> {
  const servers = pool().get(runId);
  pool().delete(runId);
  await Promise.all([...(servers?.values() ?? [])].map(closeOpened));
}

export async function closeAllServers(): Promise<void> {
  await Promise.all([...pool().keys()].map(closeServers));
}

async function connectionOf(runId: string, spec: ServerSpec, options: PoolCallOptions): Promise<ServerConnection> {
  const servers = pool().get(runId) ?? new Map();
  pool().set(runId, servers);
  const key = JSON.stringify([spec.id, spec.command, spec.args, spec.env, spec.cwd]);
  const opened = servers.get(key) ?? open(servers, key, spec, options);
  return orStopped(opened.connection, spec, options.signal);
}

function open(servers: Servers, key: string, spec: ServerSpec, options: PoolCallOptions): Opened {
  const stop = new AbortController();
  const { workspace, textRedactor } = options;
  const forget = () => {
    if (servers.get(key) === opened) servers.delete(key);
  };
  const opened: Opened = { connection: openServer(spec, { workspace, textRedactor, signal: stop.signal }), stop };
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

function pool(): Map<string, Servers> {
  return singleton('mcp-servers', () => new Map());
}
