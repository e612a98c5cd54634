import { oneForEachStep, startsIn, withEngine } from './bench-engine.ts';
import { circle } from './bench-workflows.ts';
import { atMost, type Measure } from './measurement.ts';
import { median, microseconds } from './statistics.ts';

const rounds = 15;
const warmUp = 5;
const steps = 200;

/** One run whose steps only decide, so that they share commits, against the driver with a commit of the same rows for each. */
export const durableStep: Measure = (progress) =>
  withEngine(async ({ raw, start, until, take }) => {
    const measured: { ours: number; raw: number; shared: number }[] = [];
    for (let round = 1 - warmUp; round <= rounds; round++) {
      const id = await start(circle, { steps });
      await until(id, 'completed');
      const durable = take();
      const first = durable[0]?.at ?? 0;
      const last = durable.at(-1)?.at ?? 0;
      const driver = raw.replay(durable.flatMap(oneForEachStep));
      if (round < 1) continue;
      const total = driver.reduce((sum, time) => sum + time, 0);
      const taken = durable.slice(1).reduce((sum, one) => sum + startsIn(one), 0);
      measured.push({
        ours: (last - first) / taken,
        raw: total / driver.length,
        shared: taken / (durable.length - 1),
      });
      progress(`round ${round} of ${rounds}`);
    }
    const ours = median(measured.map((one) => one.ours));
    const driver = median(measured.map((one) => one.raw));
    const ratio = median(measured.map((one) => one.ours / one.raw));
    const shared = median(measured.map((one) => one.shared)).toFixed(1);
    const detail = `${microseconds(ours)} a step, ${shared} of them in a commit; driver ${microseconds(driver)}`;
    return [atMost(ratio, 1.5, detail)];
  });
