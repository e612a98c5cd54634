// The one error type and the one table from error code to HTTP status. A message names the thing and the next step.
// kind says who must act: the user (bad input), the operator (disk full, port taken), or us (a bug).
export const errorStatus = {
  bad_request: 400,
  invalid_request: 400,
  not_signed_in: 401,
  forbidden: 403,
  wrong_origin: 403,
  wrong_host: 421,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gate_already_answered: 409,
  run_ended: 409,
  run_not_ended: 409,
  wrong_version: 412,
  too_large: 413,
  unsupported_type: 415,
  invalid_workflow: 422,
  invalid_inputs: 422,
  requirements_failed: 422,
  invalid_answer: 422,
  too_many_requests: 429,
  storage_full: 507,
  unavailable: 503,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof errorStatus;
export type ErrorKind = 'user' | 'operational' | 'bug';

export class AppError extends Error {
  code: ErrorCode;
  kind: ErrorKind;
  details: unknown;

  /** By name, not by class: a module can be compiled into more than one bundle of the same process. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value !== null && typeof value === 'object' && (value as Error).name === 'AppError';
  }

  constructor(
    code: ErrorCode,
    message: string,
    options: { kind?: ErrorKind; details?: unknown; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.kind = options.kind ?? (errorStatus[code] >= 500 ? 'operational' : 'user');
    this.details = options.details;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
