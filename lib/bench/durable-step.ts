import { type BenchEngine, oneForEachStep, startsIn, withEngine } from './bench-engine.ts';
import { circle, looks } from './bench-workflows.ts';
import { atMost, type Measure, type Measurement } from './measurement.ts';
import { median, microseconds } from './statistics.ts';

const rounds = 15;
const warmUp = 5;
const steps = 200;

/** One run, against the driver with a commit of the same rows for each of its steps. */
async function stepOf({ raw, start, until, take }: BenchEngine, source: string, what: string): Promise<Measurement> {
  const measured: { ours: number; raw: number; shared: number }[] = [];
  for (let round = 1 - warmUp; round <= rounds; round++) {
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
  const detail = `${microseconds(ours)} a step, ${shared} of them in a commit; driver ${microseconds(driver)}`;
  return atMost(ratio, 1.5, detail, what);
}

/** Steps that only decide share commits; one that looks outside is claimed, and is durable before the next one begins. */
export const durableStep: Measure = (progress) =>
  withEngine(async (engine) => {
    const decided = await stepOf(engine, circle, 'decided');
    progress('steps that only decide');
    const claimed = await stepOf(engine, looks, 'claimed');
    progress('steps that look outside');
    return [decided, claimed];
  });
