import { paths } from '../paths.ts';
import { withConsole } from './bench-console.ts';
import { oneGate } from './bench-workflows.ts';
import { atMost, type Measure } from './measurement.ts';
import { median, microseconds } from './statistics.ts';

const warmUp = 100;
const rounds = 300;

/** A run created over HTTP, durable when it is answered, against a request that only proves the process alive. */
export const startOverHttp: Measure = (progress) =>
  withConsole(async ({ api }) => {
    const health: number[] = [];
    const starts: number[] = [];
    const timed = async (times: number[], ask: () => Promise<unknown>) => {
      const before = performance.now();
      await ask();
      times.push(performance.now() - before);
    };
    for (let round = 1 - warmUp; round <= rounds; round++) {
      const [alive, started] = round < 1 ? [[], []] : [health, starts];
      await timed(alive, () => api('GET', paths.api.health()));
      await timed(started, () => api('POST', paths.api.runs(), { source: oneGate }));
      if (round > 0 && round % 100 === 0) progress(`${round} of ${rounds} starts`);
    }
    const [rest, start] = [median(health), median(starts)];
    return [atMost(start / rest, 1.5, `${microseconds(start)}, /api/health ${microseconds(rest)}`)];
  });
