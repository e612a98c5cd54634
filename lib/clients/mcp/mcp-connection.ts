// One connection to one MCP server, from its start to its end. A tool that reports an error is a result; what fails here
// is the server or the way to it. Servers that ask for roots are told the workspace.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  CallToolResultSchema,
  ListRootsRequestSchema,
  ListToolsResultSchema,
  type Progress,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { Needs } from '../../console/console.ts';
import type { ToolResult } from '../../nodes/contract/node-context.ts';
import type { Redactor } from '../../secrets/redaction.ts';
import { timeLimit } from '../process/time-limit.ts';
import type { Room } from '../process/wall/room.ts';
import { toToolResult } from './mcp-content.ts';
import { callFailure, startFailure, unknownTool } from './mcp-failure.ts';
import { createServerTransport, type ServerSpec } from './mcp-process.ts';

const startTimeout = 60_000;
/** The longest that a timer can wait: without a limit of ours the SDK would set one of a minute. */
const noTimeout = 2 ** 31 - 1;
const mostPages = 100;

/** `ratio` is from 0 to 1, or null when the server did not say how much there is to do. */
export type ToolProgress = { message: string | null; ratio: number | null };
export type CallOptions = { signal?: AbortSignal; timeout?: number; onProgress?(progress: ToolProgress): void };
export type OpenOptions = {
  workspace: string;
  signal?: AbortSignal;
  timeout?: number;
  /** Keeps the run's secrets out of what the server says besides its answers. */
  textRedactor?: (() => Redactor | null) | undefined;
  /** What the server sees besides the workspace. */
  room?: Partial<Room> | undefined;
};

export type ServerConnection = {
  whenClosed: Promise<void>;
  listTools(options?: CallOptions): Promise<Tool[]>;
  /** True when the server says that the tool changes nothing. */
  isReadOnly(tool: string, options?: CallOptions): Promise<boolean>;
  callTool(tool: string, args: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
  close(): Promise<void>;
};

export async function openServer(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall'>,
  spec: ServerSpec,
  options: OpenOptions,
): Promise<ServerConnection> {
  const cwd = resolve(options.workspace, spec.cwd ?? '.');
  const transport = createServerTransport(house, spec, {
    workspace: options.workspace,
    cwd,
    redactor: options.textRedactor?.(),
    room: options.room,
  });
  const client = new Client({ name: 'gatehouse', version: '1' }, { capabilities: { roots: {} } });
  client.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: [{ uri: pathToFileURL(options.workspace).href, name: 'workspace' }],
  }));
  const closing = Promise.withResolvers<void>();
  client.onclose = () => closing.resolve();
  const limit = timeLimit(options.signal, options.timeout ?? startTimeout);
  try {
    limit.signal.throwIfAborted();
    await client.connect(transport, { signal: limit.signal, timeout: noTimeout });
  } catch (error) {
    await transport.close();
    throw await startFailure(spec, cwd, transport, limit, error);
  } finally {
    limit.clear();
  }
  let known: Tool[] | undefined;

  async function ask<T>(what: string, options: CallOptions, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const limit = timeLimit(options.signal, options.timeout);
    try {
      limit.signal.throwIfAborted();
      return await request(limit.signal);
    } catch (error) {
      if (transport.isBroken()) await transport.close();
      throw callFailure(spec, what, transport, limit, error);
    } finally {
      limit.clear();
    }
  }

  async function listTools(callOptions: CallOptions = {}): Promise<Tool[]> {
    if (client.getServerCapabilities()?.tools === undefined) return [];
    return ask('tools/list', callOptions, async (signal) => {
      const tools: Tool[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < mostPages; page++) {
        const params = cursor === undefined ? {} : { cursor };
        const request = { method: 'tools/list' as const, params };
        const answer = await client.request(request, ListToolsResultSchema, { signal, timeout: noTimeout });
        tools.push(...answer.tools);
        cursor = answer.nextCursor;
        if (cursor === undefined) break;
      }
      known = tools;
      return tools;
    });
  }

  async function isReadOnly(tool: string, callOptions: CallOptions = {}): Promise<boolean> {
    const tools = known ?? (await listTools(callOptions));
    return tools.find((one) => one.name === tool)?.annotations?.readOnlyHint === true;
  }

  async function callTool(tool: string, args: Record<string, unknown>, callOptions: CallOptions = {}) {
    const isKnown = () => known?.some((one) => one.name === tool) === true;
    // A server may add tools later: only a fresh list proves that a tool is unknown.
    if (!isKnown()) await listTools(callOptions);
    if (!isKnown()) throw unknownTool(spec, tool, known ?? []);
    const result = await ask(`tool "${tool}"`, callOptions, (signal) =>
      client.request({ method: 'tools/call', params: { name: tool, arguments: args } }, CallToolResultSchema, {
        signal,
        timeout: noTimeout,
        onprogress: (progress) => callOptions.onProgress?.(toToolProgress(progress)),
      }),
    );
    return toToolResult(result, options.workspace);
  }

  return {
    whenClosed: closing.promise,
    listTools,
    isReadOnly,
    callTool,
    close: () => transport.close(),
  };
}

function toToolProgress({ progress, total, message }: Progress): ToolProgress {
  return { message: message ?? null, ratio: total ? Math.min(1, Math.max(0, progress / total)) : null };
}
