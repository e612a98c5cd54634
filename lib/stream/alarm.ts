// Something to wait on: rings once for any number of wake-ups, and never misses one that came before the wait.
export type Alarm = { ring(): void; wait(signal: AbortSignal, timeout: number): Promise<'rung' | 'quiet' | 'aborted'> };

export function createAlarm(): Alarm {
  let isRung = false;
  let release: (() => void) | null = null;
  return {
    ring() {
      isRung = true;
      release?.();
    },
    async wait(signal, timeout) {
      if (!isRung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const done = () => {
            clearTimeout(timer);
            signal.removeEventListener('abort', done);
            release = null;
            resolve();
          };
          const timer = setTimeout(done, timeout);
          release = done;
          signal.addEventListener('abort', done, { once: true });
        });
      }
      if (signal.aborted) return 'aborted';
      const rung = isRung;
      isRung = false;
      return rung ? 'rung' : 'quiet';
    },
  };
}
