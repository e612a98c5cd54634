import { createQueue } from '../queue/queue.ts';
import { advanceRun } from '../runs/work/advance-run.ts';
import { oneForEachStep, startsNode, withEngine } from './bench-engine.ts';
import { circle } from './bench-workflows.ts';
import { atLeast, type Measure } from './measurement.ts';
import { median } from './statistics.ts';

const rounds = 5;
const runs = 200;
const steps = 10;

/** Many runs at once, against the driver with one commit a step. Creating the runs is not part of it. */
export const manyRuns: Measure = (progress) =>
  withEngine(async ({ house, raw, start, until, take }) => {
    const measured: { ours: number; raw: number }[] = [];
    for (let round = 0; round <= rounds; round++) {
      house.queue = createQueue(async () => {}, 1);
      const ids = await Promise.all(Array.from({ length: runs }, () => start(circle, { steps })));
      const created = take().map(({ commit }) => commit);
      const queue = createQueue((id) => advanceRun(house, id), house.env.concurrency);
      house.queue = queue;
      const before = performance.now();
      const ended = Promise.all(ids.map((id) => until(id, 'completed')));
      for (const id of ids) queue.enqueue(id);
      await ended;
      const ours = performance.now() - before;
      const durable = take();
      const driver = raw.replay([...created, ...durable.filter(startsNode).flatMap(oneForEachStep)]);
      const total = driver.reduce((sum, time) => sum + time, 0);
      if (round === 0) continue;
      measured.push({ ours: (runs * steps * 1000) / ours, raw: (runs * steps * 1000) / total });
      progress(`round ${round} of ${rounds}`);
    }
    const ours = median(measured.map((one) => one.ours));
    const driver = median(measured.map((one) => one.raw));
    const ratio = median(measured.map((one) => one.ours / one.raw));
    return [atLeast(ratio, 2.5, `${ours.toFixed(0)} steps/s, driver ${driver.toFixed(0)}`)];
  });
