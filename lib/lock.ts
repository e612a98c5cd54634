// One holder at a time in this process: first come, first served.
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
