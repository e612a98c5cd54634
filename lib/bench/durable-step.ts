import { startsNode, withEngine } from './bench-engine.ts';
import { circle } from './bench-workflows.ts';
import { atMost, type Measure } from './measurement.ts';
import { median, microseconds } from './statistics.ts';

const rounds = 15;
const warmUp = 5;
const steps = 200;

/** One run, each step durable before the next one starts, against the driver's commits of the same rows. */
export const durableStep: Measure = (progress) =>
  withEngine(async ({ raw, start, until, take }) => {
    const measured: { ours: number; raw: number }[] = [];
    for (let round = 1 - warmUp; round <= rounds; round++) {
      const id = await start(circle, { steps });
      await until(id, 'completed');
      const durable = take();
      const first = durable[0]?.at ?? 0;
      const last = durable.at(-1)?.at ?? 0;
      const driver = raw.replay(durable.map(({ commit }) => commit));
      if (round < 1) continue;
      const total = driver.reduce((sum, time) => sum + time, 0);
      measured.push({ ours: (last - first) / durable.filter(startsNode).length, raw: total / driver.length });
      progress(`round ${round} of ${rounds}`);
    }
    const ours = median(measured.map((one) => one.ours));
    const driver = median(measured.map((one) => one.raw));
    const ratio = median(measured.map((one) => one.ours / one.raw));
    return [atMost(ratio, 1.5, `${microseconds(ours)} a step, driver ${microseconds(driver)}`)];
  });
