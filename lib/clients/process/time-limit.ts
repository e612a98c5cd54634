// A signal that fires when the caller aborts or when the time is over, and can tell afterwards which of the two it was.
// `clear` lets go of both, so that a signal that outlives the call does not keep it.
export type TimeLimit = { signal: AbortSignal; timeout: number | undefined; isTimeOver(): boolean; clear(): void };

/** The longest that a timer can wait: one that should wait longer would fire at once. */
export const longestTimer = 2 ** 31 - 1;

export function timeLimit(outer: AbortSignal | undefined, timeout: number | undefined): TimeLimit {
  const controller = new AbortController();
  let isTimeOver = false;
  const abort = () => controller.abort(outer?.reason);
  const timer =
    timeout === undefined
      ? undefined
      : setTimeout(
          () => {
            isTimeOver = !controller.signal.aborted;
            controller.abort(new Error(`no answer within ${timeout} ms`));
          },
          Math.min(timeout, longestTimer),
        );
  if (outer?.aborted) abort();
  else outer?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    timeout,
    isTimeOver: () => isTimeOver,
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}
