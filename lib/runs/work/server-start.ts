// What starting a server of a workflow would really start, here and now, and whether somebody has allowed exactly that: the
// rendered command, arguments, environment and folder, and the workspace's files among them. It is asked about before an
// attempt begins, and looked at again at the moment of starting. A server that is already running starts nothing.
// A secret in the environment may change without a question; anywhere else it is part of what was allowed in this run.
import { createHash } from 'node:crypto';
import { isServerOpen } from '../../clients/mcp/mcp.ts';
import { namedFiles } from '../../clients/mcp/named-files.ts';
import type { Needs } from '../../console/console.ts';
import type { RunState } from '../../engine/state.ts';
import type { ServerStart } from '../../nodes/contract/outcome.ts';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';
import { spelledOut } from '../../nodes/parts/outside.ts';
import type { RunSecrets } from '../../secrets/run-secrets.ts';
import type { ServerSpec } from '../../workflow/graph.ts';
import { startWarning } from '../walls/run-outside.ts';

type House = Needs<'env' | 'store' | 'servers' | 'wall'>;

/** What a question can show whole. */
const longestStart = 32 * 1024;

export type ServerOfRun = {
  state: RunState;
  secrets: RunSecrets;
  /** As it is written. */
  written: ServerSpec;
  /** With its templates filled in, and markers for secrets. */
  rendered: ServerSpec;
};

/** Each run has a folder of its own: which one that is does not make it another server. */
export function startHash(
  spec: Pick<ServerSpec, 'command' | 'args' | 'env' | 'cwd' | 'outside'>,
  files: ServerStart['files'],
  workspace: string,
): string {
  const outside = spec.outside === undefined ? [] : [spec.outside === 'all' ? 'all' : spelledOut(spec.outside)];
  const text = JSON.stringify([spec.command, spec.args, Object.entries(spec.env).sort(), spec.cwd, files, ...outside]);
  const anywhere = text.replaceAll(JSON.stringify(workspace).slice(1, -1), '\0');
  return createHash('sha256').update(`start 1\n${anywhere}`).digest('hex');
}

const outsideWords = (outside: NonNullable<ServerSpec['outside']>) =>
  outside === 'all' ? ('all' as const) : spelledOut(outside);

async function startOf(house: House, { state, secrets, written, rendered }: ServerOfRun) {
  const { id, command, args, cwd } = rendered;
  const env = secrets.clear(rendered.env);
  const files = await namedFiles(secrets.reveal(rendered), state.workspace);
  const shown = secrets.clear({ id, command, args, env, cwd, files });
  if (JSON.stringify(shown).length > longestStart) {
    throw new ClientFailure('server_too_long', `What the MCP server "${id}" would be started with is more than 32 KB`);
  }
  const outside = written.outside === undefined ? {} : { outside: outsideWords(written.outside) };
  const hash = startHash({ command, args, env, cwd, ...outside }, files, state.workspace);
  return { ...shown, ...outside, ...(await startWarning(house)), hash, asWritten: written.hash };
}

async function notAllowed(house: House, server: ServerOfRun): Promise<ServerStart | null> {
  const { asWritten, ...start } = await startOf(house, server);
  if (server.state.approved_servers.includes(start.hash)) return null;
  const allowed = await house.store.approvedServers([start.hash, asWritten]);
  return allowed.includes(start.hash) ? null : { ...start, wasAllowedAsWritten: allowed.includes(asWritten) };
}

/** What has to be allowed before the server can be used; null when nothing has. */
export async function startToAllow(house: House, server: ServerOfRun): Promise<ServerStart | null> {
  const { state, secrets, rendered } = server;
  return isServerOpen(house, state.run, secrets.reveal(rendered)) ? null : notAllowed(house, server);
}

/** At the moment of starting: what would be started may have changed since the attempt began. */
export async function checkStart(house: House, server: ServerOfRun): Promise<void> {
  if ((await notAllowed(house, server)) === null) return;
  const { id } = server.written;
  const message = `What the MCP server "${id}" would start has changed since it was allowed; retry, and it is asked about`;
  throw new ClientFailure('server_changed', message);
}
