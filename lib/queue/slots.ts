// How many attempts may work at once, in this process: first come, first served. An attempt holds a slot while it works;
// deciding, answering and waiting need none.
export type Slots = {
  isFull(): boolean;
  /** Resolves with the release, which may be called more than once; rejects with the signal's reason when it gives up first. */
  take(signal: AbortSignal): Promise<() => void>;
};

export function createSlots(limit: number): Slots {
  const line = new Set<() => void>();
  let held = 0;

  function pass(): void {
    const [next] = line;
    if (next === undefined) {
      held -= 1;
      return;
    }
    line.delete(next);
    next();
  }

  async function turn(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        line.delete(come);
        reject(signal.reason);
      };
      const come = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      line.add(come);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  return {
    isFull: () => held >= limit,
    async take(signal) {
      signal.throwIfAborted();
      if (held < limit) held += 1;
      else await turn(signal);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        pass();
      };
    },
  };
}
