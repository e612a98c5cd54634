import { type BenchEngine, oneForEachStep, startsIn, withEngine } from './bench-engine.ts';
import { circle, looks } from './bench-workflows.ts';
import { atMost, type Measure, told } from './measurement.ts';
import { median, microseconds } from './statistics.ts';

const rounds = 15;
/** A console runs for weeks: code that is still being compiled is not what it is like. */
const warmUp = { deciding: 150, working: 20 };
const steps = 200;
const goal = 1.5;

/** One run, against the driver with a commit of the same rows for each of its steps. */
async function stepOf({ raw, start, until, take }: BenchEngine, source: string, unmeasured = warmUp.deciding) {
  const measured: { ours: number; raw: number; shared: number }[] = [];
  for (let round = 1 - unmeasured; round <= rounds; round++) {
    const id = await start(source, { steps });
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
  }
  const ours = median(measured.map((one) => one.ours));
  const driver = median(measured.map((one) => one.raw));
  const ratio = median(measured.map((one) => one.ours / one.raw));
  const shared = median(measured.map((one) => one.shared)).toFixed(1);
  return {
    ratio,
    detail: `${microseconds(ours)} a step, ${shared} of them in a commit; driver ${microseconds(driver)}`,
  };
}

/**
 * A step that is durable before the next one begins, though it only decides; such steps as they are, with several in a commit;
 * and work, which has a folder and looks at files: no goal is set for that, it is told for scale.
 */
export const durableStep: Measure = (progress) =>
  withEngine(async (engine) => {
    const { sharing } = engine.house;
    const most = sharing.steps;
    sharing.steps = 1;
    const alone = await stepOf(engine, circle);
    progress('steps with a commit each');
    sharing.steps = most;
    const shared = await stepOf(engine, circle);
    progress('steps that share commits');
    const claimed = await stepOf(engine, looks, warmUp.working);
    progress('steps that look outside');
    return [
      atMost(alone.ratio, goal, alone.detail, 'alone'),
      atMost(shared.ratio, goal, shared.detail, 'shared'),
      told(claimed.ratio, claimed.detail, 'work'),
    ];
  });
