import type { createTimers } from '../queue/timers.ts';
import { singleton } from '../singleton.ts';

type Timers = ReturnType<typeof createTimers>;
const holder = () => singleton<{ timers: Timers | null }>('timers', () => ({ timers: null }));

export function setTimers(timers: Timers | null): void {
  holder().timers = timers;
}

export function currentTimers(): Timers | null {
  return holder().timers;
}
