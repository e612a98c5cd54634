// Which failures of the database the operator must act on. Everything else is passed on as it came: it is a bug.
import { AppError } from '../../errors.ts';

/** Told of every failure that the operator must act on; `isLasting` when no later write mends it. */
export type OnFailure = (error: AppError, isLasting: boolean) => void;

/** Translates what the database threw, and reports it on the way. */
export function failureOf(onFailure: OnFailure) {
  return (thrown: unknown): unknown => {
    const error = storeError(thrown);
    if (error !== thrown) onFailure(error as AppError, /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(thrown)));
    return error;
  };
}

export function storeError(error: unknown): unknown {
  const code = sqliteCode(error);
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE') {
    return new AppError('storage_full', 'The disk is full: nothing was saved. Free some space, then try again.', {
      cause: error,
    });
  }
  if (/^SQLITE_(BUSY|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB)/.test(code)) {
    return new AppError('unavailable', `The database did not answer (${code}): nothing was saved. ${advice(code)}`, {
      cause: error,
    });
  }
  return error;
}

function advice(code: string) {
  if (code.startsWith('SQLITE_BUSY')) return 'End the other program that is writing to it, then try again.';
  return 'Check the disk and the permissions of the data directory.';
}

/** The driver puts SQLite's code on the error; Prisma keeps it on the adapter's error inside its own. */
function sqliteCode(error: unknown): string {
  const { code, cause, meta, originalCode } = (error ?? {}) as Record<string, unknown>;
  if (typeof originalCode === 'string') return originalCode;
  if (typeof code === 'string' && code.startsWith('SQLITE_')) return code;
  const inside = (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError ?? cause;
  return inside ? sqliteCode(inside) : '';
}
