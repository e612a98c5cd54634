// The failures of the outside world, with the codes that a workflow author sees as the error of a node.
// Recognised by name, not by class: a module can be compiled into more than one bundle of the same process.
import { messageOf } from '../../errors.ts';
import type { NodeError } from '../contract/outcome.ts';

export type ClientFailureCode =
  | 'aborted'
  | 'command_not_found'
  | 'command_not_started'
  | 'not_visible'
  | 'limit_reached'
  | 'no_wall'
  | 'output_not_saved'
  | 'background_lost'
  | 'result_too_deep'
  | 'value_too_large'
  | 'value_lost'
  | 'too_many_items'
  | 'workspace'
  | 'server_not_started'
  | 'server_changed'
  | 'server_too_long'
  | 'server_died'
  | 'tool_unknown'
  | 'tool_timeout'
  | 'protocol_error'
  | 'file_refused'
  | 'fetch_refused'
  | 'fetch_failed'
  | 'model_not_configured'
  | 'model_unknown'
  | 'model_key_refused'
  | 'model_rate_limited'
  | 'model_context_too_long'
  | 'model_answer_too_long'
  | 'model_refused'
  | 'model_failed'
  | 'model_unreachable'
  | 'model_stream_broken'
  | 'instructions_missing'
  | 'instructions_unreadable'
  | 'secret_lost';

export class ClientFailure extends Error {
  code: ClientFailureCode;
  details: unknown;

  constructor(code: ClientFailureCode, message: string, options: { details?: unknown; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ClientFailure';
    this.code = code;
    this.details = options.details;
  }
}

export function isClientFailure(error: unknown): error is ClientFailure {
  return error instanceof Error && error.name === 'ClientFailure';
}

/** Any exception as the error of a node; one that is not a client failure is told as `unexpected`. */
export function toNodeError(error: unknown): NodeError {
  if (!isClientFailure(error)) return { code: 'unexpected', message: messageOf(error) };
  const { code, message, details } = error;
  return details === undefined ? { code, message } : { code, message, details };
}
