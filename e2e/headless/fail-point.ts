// Where a headless engine dies: just before its n-th durable write is asked for, or just after it succeeded and before
// anybody was told.
import type { Store } from '#lib/store/contract/store.ts';

export type FailPoint = { at: number; when: 'before' | 'after' };

/** Resolves never: whoever asked for the write hears nothing more. */
function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

/** Counts the durable writes of this process, from its first to the one it dies at. */
export function countCommits(failPoint: FailPoint | null): { commits: number; watch(store: Store): Store } {
  const counter = { commits: 0, watch };

  function watch(store: Store): Store {
    return {
      ...store,
      async commit(commit) {
        const isHere = ++counter.commits === failPoint?.at;
        if (isHere && failPoint?.when === 'before') return die();
        const result = await store.commit(commit);
        return isHere && result.ok ? die() : result;
      },
    };
  }
  return counter;
}
