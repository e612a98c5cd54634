// Wakes whoever waits for news of a run. Carries no data: readers read the store by sequence number, so a lost
// wake-up costs latency, never an event.

type Listener = (runId: string) => void;

export function createNotifier() {
  const byRun = new Map<string, Set<Listener>>();
  const all = new Set<Listener>();
  return {
    notify(runId: string): void {
      for (const listener of [...(byRun.get(runId) ?? []), ...all]) listener(runId);
    },
    onRunChange(runId: string, listener: Listener): () => void {
      const known = byRun.get(runId) ?? new Set();
      byRun.set(runId, known.add(listener));
      return () => {
        known.delete(listener);
        if (known.size === 0 && byRun.get(runId) === known) byRun.delete(runId);
      };
    },
    onAnyChange(listener: Listener): () => void {
      all.add(listener);
      return () => void all.delete(listener);
    },
    listenerCount(): number {
      return all.size + [...byRun.values()].reduce((sum, set) => sum + set.size, 0);
    },
  };
}

export type Notifier = ReturnType<typeof createNotifier>;
