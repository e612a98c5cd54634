// What time it is. There are two answers, and everybody who asks wants exactly one of them:
//   now()  for durations, and for the times of events: the wall clock as it stood when the console started, moved on by the
//          time since then. Setting the clock, either way, moves it by nothing; time that the machine slept counts. So what is
//          stored as a time and measured by it is never early, and no clock that was set back holds it up.
//   date() for dates that people wrote: the wall clock as it is.
// Times are stored as the wall clock's. After a restart durations rest on them again, and are wrong by as much as the wall
// clock was set meanwhile.
import { uptime } from 'node:os';

export type Clock = {
  now(): number;
  date(): number;
  /** Both as they are written down. */
  at(): string;
  dateAt(): string;
};

type Sources = {
  wall(): number;
  /** Exact and cheap, but stands still while the machine sleeps. */
  awake(): number;
  /** Coarse and costs a system call, but counts sleep. */
  sinceBoot(): number;
};

const real: Sources = {
  wall: () => Date.now(),
  awake: () => performance.now(),
  sinceBoot: () => uptime() * 1000,
};

/** The two clocks are compared once in this time; what they differ by less is their own coarseness, not sleep. */
const lookEvery = 1000;
const shortestSleep = 2000;

/** Every step of every run writes its time down: within a second only the milliseconds are new. */
function timeWriter(): (time: number) => string {
  let second = Number.NaN;
  let text = '';
  return (time) => {
    const milliseconds = time % 1000;
    if (time - milliseconds !== second) {
      second = time - milliseconds;
      text = new Date(second).toISOString().slice(0, -4);
    }
    return `${text}${String(milliseconds).padStart(3, '0')}Z`;
  };
}

export function createClock({ wall, awake, sinceBoot }: Sources = real): Clock {
  const [startedAt, awakeAt, bootAt] = [wall(), awake(), sinceBoot()];
  let slept = 0;
  let lookedAt = awakeAt;

  function look(at: number): void {
    lookedAt = at;
    const more = sinceBoot() - bootAt - (at - awakeAt) - slept;
    if (more >= shortestSleep) slept += more;
  }

  function now(): number {
    const at = awake();
    if (at - lookedAt >= lookEvery) look(at);
    return Math.floor(startedAt + (at - awakeAt) + slept);
  }

  const [written, writtenDate] = [timeWriter(), timeWriter()];
  return { now, date: wall, at: () => written(now()), dateAt: () => writtenDate(wall()) };
}
