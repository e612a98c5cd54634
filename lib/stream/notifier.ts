// Wakes whoever waits for news of a run. Carries no data: readers read the store by sequence number, so a lost
// wake-up costs latency, never an event.
import { singleton } from '../singleton.ts';

type Listener = (runId: string) => void;

const listeners = () =>
  singleton('notifier', () => ({ byRun: new Map<string, Set<Listener>>(), all: new Set<Listener>() }));

export function notify(runId: string): void {
  const { byRun, all } = listeners();
  for (const listener of [...(byRun.get(runId) ?? []), ...all]) listener(runId);
}

export function onRunChange(runId: string, listener: Listener): () => void {
  const { byRun } = listeners();
  const known = byRun.get(runId) ?? new Set();
  byRun.set(runId, known.add(listener));
  return () => {
    known.delete(listener);
    if (known.size === 0 && byRun.get(runId) === known) byRun.delete(runId);
  };
}

export function onAnyChange(listener: Listener): () => void {
  listeners().all.add(listener);
  return () => void listeners().all.delete(listener);
}

export function listenerCount(): number {
  const { byRun, all } = listeners();
  return all.size + [...byRun.values()].reduce((sum, set) => sum + set.size, 0);
}
