// Why a server could not be used, with a code for each reason and what the server itself said last. The error numbers of
// the protocol do not decide it: the SDK says "closed" and "timed out" with -32000 and -32001, and so do servers about
// things of their own.
import { stat } from 'node:fs/promises';
import { McpError, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { messageOf } from '../../errors.ts';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';
import { nearest } from '../../workflow/problems/suggest.ts';
import type { TimeLimit } from '../process/time-limit.ts';
import type { ServerSpec, ServerTransport } from './mcp-process.ts';

export async function startFailure(
  spec: ServerSpec,
  cwd: string,
  transport: ServerTransport,
  limit: TimeLimit,
  error: unknown,
): Promise<ClientFailure> {
  const name = `Server "${spec.id}"`;
  if (limit.signal.aborted && !limit.isTimeOver()) {
    return new ClientFailure('aborted', `${name} was stopped while it started`);
  }
  const reached = transport.limitReached();
  if (reached) return reached;
  const isDirectory = await stat(cwd).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const reason = () => {
    if (!isDirectory) return `its directory "${spec.cwd ?? cwd}" does not exist`;
    if (limit.isTimeOver()) return `no answer to initialize within ${limit.timeout} ms`;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return `command "${spec.command}" was not found; install it, or name it by its path`;
    if (code === 'EACCES') return `command "${spec.command}" is not an executable file`;
    return transport.exit() === null ? plainMessage(error) : `command "${spec.command}" ${exitOf(transport)}`;
  };
  const details = { server: spec.id, command: [spec.command, ...spec.args], ...evidence(transport) };
  return new ClientFailure('server_not_started', `${name} did not start: ${reason()}${lastWords(transport)}`, {
    details,
    cause: error,
  });
}

export function callFailure(
  spec: ServerSpec,
  what: string,
  transport: ServerTransport,
  limit: TimeLimit,
  error: unknown,
): ClientFailure {
  const call = `${what} of server "${spec.id}"`;
  const details = { server: spec.id, ...evidence(transport) };
  if (limit.isTimeOver()) {
    return new ClientFailure('tool_timeout', `${call} gave no answer within ${limit.timeout} ms`, { details });
  }
  if (limit.signal.aborted) return new ClientFailure('aborted', `${call} was stopped`);
  if (transport.hasSentTooMuch()) {
    const message = `${call} sent more than one value may have (GATEHOUSE_MAX_VALUE); the server was ended`;
    return new ClientFailure('protocol_error', message, { details });
  }
  const reached = transport.limitReached();
  if (reached) return reached;
  if (transport.isClosed()) {
    const message = `Server "${spec.id}" ${exitOf(transport)} during ${what}${lastWords(transport)}`;
    return new ClientFailure('server_died', message, { details, cause: error });
  }
  const code = error instanceof McpError ? error.code : undefined;
  const reason = code === undefined ? 'an answer that is not MCP' : `error ${code}`;
  return new ClientFailure('protocol_error', `${call} answered with ${reason}: ${plainMessage(error)}`, {
    details: code === undefined ? details : { ...details, code, data: (error as McpError).data },
    cause: error,
  });
}

export function unknownTool(spec: ServerSpec, tool: string, tools: Tool[]): ClientFailure {
  const names = tools.map((one) => one.name);
  const near = nearest(tool, names);
  const hint = near === undefined ? `it has ${names.join(', ') || 'no tools'}` : `did you mean "${near}"?`;
  return new ClientFailure('tool_unknown', `Server "${spec.id}" has no tool "${tool}"; ${hint}`, {
    details: { server: spec.id, tool, tools: names, ...(near === undefined ? {} : { suggestion: near }) },
  });
}

function evidence(transport: ServerTransport) {
  const exit = transport.exit();
  return { exit_code: exit?.code ?? null, signal: exit?.signal ?? null, stderr: transport.saidLast() };
}

function exitOf(transport: ServerTransport): string {
  const exit = transport.exit();
  if (exit === null) return 'closed its connection';
  return exit.code === null ? `was ended by ${exit.signal}` : `exited with code ${exit.code}`;
}

function lastWords(transport: ServerTransport): string {
  const said = transport.saidLast();
  return said === '' ? '' : `\n${said}`;
}

function plainMessage(error: unknown): string {
  return messageOf(error).replace(/^MCP error -?\d+: /, '');
}
