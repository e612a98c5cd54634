/** Calls at once, then at most once in each interval; a call in between is made at the interval's end, never lost. */
export function throttle(action: () => unknown, interval: number): { call(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const run = () => {
    isWanted = false;
    action();
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) run();
    }, interval);
  };
  return {
    call: () => {
      if (timer === undefined) run();
      else isWanted = true;
    },
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
      isWanted = false;
    },
  };
}
