import { startsNode, withEngine } from './bench-engine.ts';
import { oneGate } from './bench-workflows.ts';
import { atMost, type Measure } from './measurement.ts';
import { median, microseconds, percentile } from './statistics.ts';

const answers = 300;
const warmUp = 200;

/** From the answer to the moment at which the next node's start is durable, against one commit of the same rows. */
export const gateToNext: Measure = (progress) =>
  withEngine(async ({ raw, start, answer, until, take }) => {
    const ours: number[] = [];
    const driver: number[] = [];
    for (let index = 0; index < warmUp + answers; index++) {
      const id = await start(oneGate);
      await until(id, 'waiting');
      const created = take().map(({ commit }) => commit);
      const before = performance.now();
      await answer(id, 'on');
      await until(id, 'completed');
      const durable = take();
      const started = durable.find(startsNode);
      if (!started) continue;
      // The rows stand in the driver's database as they stood in ours.
      const time = raw.replay([...created, started.commit]).at(-1);
      if (time === undefined || index < warmUp) continue;
      ours.push(started.at - before);
      driver.push(time);
      if (ours.length % 100 === 0) progress(`${ours.length} of ${answers} answers`);
    }
    const commit = median(driver);
    const [middle, slow] = [median(ours), percentile(ours, 0.95)];
    return [
      atMost(middle / commit, 3, `${microseconds(middle)}, driver ${microseconds(commit)}`, 'median'),
      atMost(slow / commit, 10, microseconds(slow), 'p95'),
    ];
  });
