// One lock in front of the database, taken by every write, every Prisma statement and every Prisma transaction.
// Without it a plain write lands inside somebody else's open transaction and vanishes with its rollback, and two
// connections that write at once deadlock the event loop until the busy timeout. First come, first served.
export type Lock = {
  isFree(): boolean;
  /** Resolves with the release, which may be called more than once. */
  acquire(): Promise<() => void>;
};

export function createLock(): Lock {
  const waiting: (() => void)[] = [];
  let held = false;

  function pass() {
    const next = waiting.shift();
    if (next) next();
    else held = false;
  }

  return {
    isFree: () => !held,
    async acquire() {
      if (held) await new Promise<void>((resolve) => waiting.push(resolve));
      held = true;
      let released = false;
      return () => {
        if (released) return;
        released = true;
        pass();
      };
    },
  };
}
