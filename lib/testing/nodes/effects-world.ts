// For tests: what acting effects reach, and all of it real: a workspace on disk, programs, a web client, an MCP server.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { workspaceFiles } from '../../clients/files/workspace-files.ts';
import { fetchPage } from '../../clients/http/http.ts';
import { repositoryOptions } from '../../clients/http/repository-address.ts';
import { callTool, closeServers } from '../../clients/mcp/mcp.ts';
import { runCommand } from '../../clients/process/shell.ts';
import type { AllowedHost } from '../../env.ts';
import { action } from '../../nodes/action.ts';
import type { ArtifactInput, NodeContext } from '../../nodes/contract/node-context.ts';
import type { NodeError, SideResults, Suspended } from '../../nodes/contract/outcome.ts';
import { house } from '../house.ts';
import { decideOver, workingContext } from './node-context.ts';

export type Done = {
  error: NodeError | null;
  sideResults: SideResults;
  values: Record<string, unknown>;
  messages: string[];
};

export type ScratchWorld = {
  base: string;
  workspace: string;
  saved: ArtifactInput[];
  /** Does these effects over this data; `values` are the changes by their path. */
  act(effects: unknown[], data?: Record<string, unknown>, more?: Partial<NodeContext>): Promise<Done>;
  execute(effects: unknown[], ctx: NodeContext): ReturnType<NonNullable<typeof action.execute>>;
  context(data?: Record<string, unknown>, more?: Partial<NodeContext>): NodeContext;
  end(): Promise<void>;
};

const fakeServer = resolve(import.meta.dirname, '../../../e2e/fakes/mcp-server.mjs');

export async function createScratchWorld(allowed: AllowedHost[] = []): Promise<ScratchWorld> {
  const base = await mkdtemp(join(tmpdir(), 'gatehouse-effects-'));
  const workspace = join(base, 'workspace');
  await mkdir(workspace);
  const saved: ArtifactInput[] = [];
  let notebook: unknown = null;

  const context: ScratchWorld['context'] = (data = {}, more = {}) => {
    const { signal } = new AbortController();
    const commands = {
      workspace,
      signal,
      // Repositories to clone lie beside the workspace.
      room: { readable: [base] },
      artifactsDirectory: join(base, 'dropped'),
      outputFiles: { stdout: join(base, 'stdout.log'), stderr: join(base, 'stderr.log') },
      onOutput: () => {},
    };
    const server = { id: 'fake', command: process.execPath, args: [fakeServer], env: {}, cwd: null };
    return workingContext({
      signal,
      workspace,
      runId: base,
      files: workspaceFiles(house, workspace),
      runCommand: (command) => runCommand(house, command, commands),
      fetch: (request) => fetchPage(house, request, { signal, allowed }),
      repositoryOptions: (source, isWritten) =>
        repositoryOptions({ env: { ...house.env, fetchAllowed: allowed } }, { source, isWritten, within: workspace }),
      callTool: (_, tool, args) =>
        callTool(house, base, server, tool, args, { workspace, signal, mayStart: async () => {} }),
      saveArtifact: async (input) => {
        saved.push(input);
        return { id: `a${saved.length}`, name: input.name, type: '', size: 0, sha256: '' };
      },
      readArtifact: async (id) => ({ type: '', bytes: Buffer.from(saved[Number(id.slice(1)) - 1]?.bytes ?? '') }),
      notebook: {
        read: async () => notebook,
        write: async (value) => {
          notebook = JSON.parse(JSON.stringify(value));
        },
      },
      data: decideOver(data),
      ...more,
    });
  };
  const execute: ScratchWorld['execute'] = (effects, ctx) => {
    const fields = action.fields.parse({ do: effects });
    if (!action.execute || !action.acts?.(fields)) throw new Error('these effects do not act');
    return action.execute(fields, ctx);
  };
  return {
    base,
    workspace,
    saved,
    context,
    execute,
    async act(effects, data, more) {
      const outcome = await execute(effects, context(data, more));
      if ('suspended' in outcome) throw new Error(`suspended: ${JSON.stringify((outcome as Suspended).suspended)}`);
      const { changes = [], messages = [] } = outcome.sideResults ?? {};
      const values = Object.fromEntries(changes.map(({ path, value }) => [path, value]));
      return { error: outcome.ok ? null : outcome.error, sideResults: outcome.sideResults ?? {}, values, messages };
    },
    async end() {
      await closeServers(house, base);
      await rm(base, { recursive: true, force: true });
    },
  };
}
