// Where a headless engine dies: just before the write that tells of something is asked for, or just after it succeeded and
// before anybody was told.
import type { RunEvent } from '#lib/engine/events.ts';
import type { Store } from '#lib/store/contract/store.ts';

/** The n-th write of an engine that holds this event; without an event, its n-th write. */
export type FailPoint = { event: string | null; nth: number; when: 'before' | 'after' };

/** Not the attempt: after a kill there are more of them. */
const nameOf = ({ type, node = 'run', visit = 0 }: RunEvent) => `${type} ${node}/${visit}`;

/** Resolves never: whoever asked for the write hears nothing more. */
function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}

/** Keeps what each durable write of this process told of, up to the one it dies at. */
export function watchWrites(failPoint: FailPoint | null): { writes: string[][]; watch(store: Store): Store } {
  const writes: string[][] = [];
  let met = 0;

  function watch(store: Store): Store {
    return {
      ...store,
      async commit(commit) {
        const events = commit.events.map(nameOf);
        const isHere = (when: FailPoint['when']) =>
          failPoint?.when === when &&
          (failPoint.event === null || events.includes(failPoint.event)) &&
          ++met === failPoint.nth;
        if (isHere('before')) return die();
        const result = await store.commit(commit);
        if (!result.ok) return result;
        writes.push(events);
        return isHere('after') ? die() : result;
      },
    };
  }
  return { writes, watch };
}
