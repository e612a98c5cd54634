import { withEngine } from './bench-engine.ts';
import { oneGate } from './bench-workflows.ts';
import { atMost, type Measure } from './measurement.ts';
import { median, microseconds } from './statistics.ts';

const sleepers = 70;
const answers = 60;
const mostSlowdown = 1.5;

const sleeping = `
gatehouse: 1
name: Sleeper
nodes:
  sleep: { type: cli, command: [sleep, "600"] }
`;

/** From an answer to the end of its run, while 70 other runs wait for commands that only sleep, and while none does. */
export const underSleepers: Measure = (progress) =>
  withEngine(async ({ house, start, answer, until }) => {
    const measure = async () => {
      const times: number[] = [];
      for (let index = 0; index < answers; index++) {
        const id = await start(oneGate);
        await until(id, 'waiting');
        const before = performance.now();
        await answer(id, 'on');
        await until(id, 'completed');
        times.push(performance.now() - before);
      }
      return median(times.slice(answers / 3));
    };
    const alone = await measure();
    progress('without sleepers');
    const ids = await Promise.all(Array.from({ length: sleepers }, () => start(sleeping)));
    const isWorking = () => ids.filter((id) => (house.executions.get(id)?.size ?? 0) > 0).length;
    const most = Math.min(sleepers, house.env.concurrency);
    while (isWorking() < most) await new Promise((resolve) => setTimeout(resolve, 50));
    progress(`${isWorking()} commands sleep`);
    const among = await measure();
    return [atMost(among / alone, mostSlowdown, `${microseconds(among)}, without ${microseconds(alone)}`)];
  });
