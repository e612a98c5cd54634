// What goes out when something went wrong: a user's error in full, ours as a reference into the log and nothing else.
import { randomUUID } from 'node:crypto';
import { AppError, errorStatus } from '../errors.ts';

/** Secrets travel in these paths and never reach the log. */
function loggablePath(url: string): string {
  return new URL(url).pathname.replace(/^(\/g|\/api\/callbacks)\/[^/]+/, '$1/…');
}

/** An error that may be told. A bug is logged under a reference and told as that reference only. */
export function tellable(error: unknown, request: Request): AppError {
  if (error instanceof AppError && error.kind !== 'bug') return error;
  const reference = randomUUID().slice(0, 8);
  console.error(`[${reference}] ${request.method} ${loggablePath(request.url)}`, error);
  return new AppError(
    'internal',
    `Something went wrong inside Gatehouse. The log has the details under ${reference}.`,
    {
      details: { reference },
    },
  );
}

export function errorResponse(error: AppError): Response {
  const { code, message, details } = error;
  const status = errorStatus[code];
  const headers: Record<string, string> = {};
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer';
  if (status === 429) headers['Retry-After'] = '60';
  if (status === 503) headers['Retry-After'] = '5';
  return Response.json(
    { error: { code, message, ...(details === undefined ? {} : { details }) } },
    { status, headers },
  );
}
