// The transport to a stdio MCP server: a process group of its own in the run's workspace with a minimal environment. The
// SDK's own transport ends only its direct child; ours leaves nothing. The last of what the server said outside of the
// protocol is kept, because it is usually the reason why it failed.

import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Needs } from '../../console/console.ts';
import { childEnvironment } from '../../env.ts';
import type { ClientFailure } from '../../nodes/parts/client-failure.ts';
import type { Redactor } from '../../secrets/redaction.ts';
import type { ServerSpec as WrittenServer } from '../../workflow/graph.ts';
import { type Exit, type ProcessGroup, startProcess } from '../process/process-group.ts';
import { limitReached } from '../process/wall/limits.ts';
import { emptyRoom, type Room } from '../process/wall/room.ts';
import { createLineReader } from './line-reader.ts';

const keptCharacters = 8 * 1024;
const politeMilliseconds = 1000;

/** A server with its templates filled in; a relative cwd starts in the workspace, which is also the default. */
export type ServerSpec = Pick<WrittenServer, 'id' | 'command' | 'args' | 'env' | 'cwd'>;

export type ServerTransport = Transport & {
  isClosed(): boolean;
  /** The server no longer reads; it is ending, though its exit has not been seen yet. */
  isBroken(): boolean;
  exit(): Exit | null;
  /** What the server wrote to stderr or, outside of the protocol, to stdout: the last 8 KB. */
  saidLast(): string;
  hasSentTooMuch(): boolean;
  /** The limit that ended the server, as a failure; null when none did. */
  limitReached(): ClientFailure | null;
};

export type ServerPlace = {
  workspace: string;
  cwd: string;
  redactor?: Redactor | null | undefined;
  /** What it sees besides the workspace. */
  room?: Partial<Room> | undefined;
};

export function createServerTransport(
  house: Needs<'env' | 'pipes' | 'processes' | 'wall'>,
  spec: ServerSpec,
  place: ServerPlace,
): ServerTransport {
  let group: ProcessGroup | undefined;
  let ended: Promise<void> | undefined;
  let exit: Exit | null = null;
  let said = '';
  let isClosed = false;
  let isTooLong = false;
  let isBroken = false;
  const hear = (text: string) => {
    said = (said + (place.redactor?.push(text) ?? text)).slice(-keptCharacters);
  };
  const closed = () => {
    if (isClosed) return;
    isClosed = true;
    transport.onclose?.();
  };
  const receive = (line: string) => {
    if (line.trim() === '') return;
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      hear(`${line}\n`);
      return;
    }
    transport.onmessage?.(message);
  };
  const refuse = () => {
    isTooLong = true;
    void transport.close();
  };

  const transport: ServerTransport = {
    async start() {
      group = await startProcess(house, {
        command: spec.command,
        args: spec.args,
        cwd: place.cwd,
        env: { ...childEnvironment(), GATEHOUSE_WORKSPACE: place.workspace, ...spec.env },
        stdin: 'pipe',
        room: { ...emptyRoom, ...place.room, writable: [place.workspace, ...(place.room?.writable ?? [])] },
      });
      const { stdin, stdout, stderr, exited } = group;
      const reader = createLineReader(house.env.limits.value, receive, refuse);
      const drained = Promise.all([stdout, stderr].map((stream) => once(stream, 'close')));
      stdout.on('data', (chunk: Buffer) => reader.push(chunk));
      stderr.setEncoding('utf8').on('data', hear);
      // The server's exit says the same, and says it better.
      stdin?.on('error', () => {});
      ended = exited.then(async (how) => {
        exit = how;
        // An answer or the last words may still be in a pipe; a process that left the group may hold it open.
        await Promise.race([drained, delay(politeMilliseconds, undefined, { ref: false })]);
        closed();
      });
    },
    send(message) {
      return new Promise((resolve, reject) => {
        group?.stdin?.write(serializeMessage(message), (error) => {
          if (!error) return resolve();
          isBroken = true;
          reject(error);
        });
      });
    },
    async close() {
      if (group === undefined) return closed();
      // A server that sees its input end may put its own things in order first.
      group.stdin?.end();
      await Promise.race([group.exited, delay(politeMilliseconds, undefined, { ref: false })]);
      await group.end();
      await ended;
    },
    isClosed: () => isClosed,
    isBroken: () => isBroken,
    exit: () => exit,
    saidLast: () => (said + (place.redactor?.rest() ?? '')).trim(),
    hasSentTooMuch: () => isTooLong,
    limitReached: () => exit && limitReached(`server "${spec.id}"`, exit, house.env.commandLimits),
  };
  return transport;
}
