// What is wrong with the ground the console stands on: its database, its files, the room on its disk. A kind of trouble is
// told in the log once when it begins and once when it is over; however often it is met in between is only counted.
import { messageOf } from './errors.ts';

export type TroubleKind = 'database' | 'files' | 'space';
export type Trouble = { kind: TroubleKind; message: string; since: string; count: number };
type Known = Trouble & { lastAt: number; isLasting: boolean };

const worstFirst: TroubleKind[] = ['database', 'files', 'space'];
const diskCodes: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EIO: 'the disk failed',
  EROFS: 'the file system is read-only',
};
/** Until nothing was met for so long, a write that succeeds proves little: a full disk lets small ones through. */
const quietFor = 5_000;

export function createTroubles(log: (line: string) => void = console.error) {
  const known = new Map<TroubleKind, Known>();
  const listeners = new Set<() => void>();
  const met = new WeakSet<object>();

  function change(): void {
    for (const listener of listeners) listener();
  }

  function begin(kind: TroubleKind, message: string, { at = Date.now(), isLasting = false } = {}): void {
    const trouble = known.get(kind);
    if (!trouble) {
      known.set(kind, { kind, message, since: new Date(at).toISOString(), count: 1, lastAt: at, isLasting });
      log(`Trouble: ${message}`);
      change();
      return;
    }
    const isNews = trouble.message !== message && !trouble.isLasting;
    trouble.count += 1;
    trouble.lastAt = at;
    if (!isNews) return;
    Object.assign(trouble, { message, isLasting });
    change();
  }

  return {
    begin,

    /** An error that was met as trouble; whoever hears of it later need not tell it again. */
    meet(kind: TroubleKind, error: Error, isLasting = false): void {
      met.add(error);
      begin(kind, error.message, { isLasting });
    },

    /** For work that comes round again: what is trouble is counted, anything else is told. */
    tell(what: string, error: unknown): void {
      if (error instanceof Error && met.has(error)) return;
      const reason = diskReason(error);
      if (reason) begin('files', `The files of runs cannot be written: ${reason}.`);
      else log(`${what}: ${messageOf(error)}`);
    },

    /** What does not mend by itself stays until the console is started again. */
    end(kind: TroubleKind, at = Date.now()): void {
      const trouble = known.get(kind);
      if (!trouble || trouble.isLasting || at - trouble.lastAt < quietFor) return;
      known.delete(kind);
      const seconds = Math.round((at - Date.parse(trouble.since)) / 1000);
      log(`Trouble is over after ${seconds} s, met ${trouble.count} times: ${trouble.message}`);
      change();
    },

    list: (): Trouble[] =>
      worstFirst.flatMap((kind) => {
        const trouble = known.get(kind);
        return trouble ? [{ kind, message: trouble.message, since: trouble.since, count: trouble.count }] : [];
      }),

    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type Troubles = ReturnType<typeof createTroubles>;

/** Why a file could not be written, when it is the disk's doing. */
export function diskReason(error: unknown): string | null {
  return diskCodes[(error as NodeJS.ErrnoException | null)?.code ?? ''] ?? null;
}
