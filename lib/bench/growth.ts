import { type BenchEngine, startsIn, startsNode, withEngine } from './bench-engine.ts';
import { laps, loopLaps } from './bench-workflows.ts';
import { atMost, type Measure } from './measurement.ts';
import { median, microseconds } from './statistics.ts';

const rounds = 15;
const lap = 100;

async function runLap({ answer, until, take }: BenchEngine, id: string): Promise<number[]> {
  take();
  await answer(id, 'on');
  await until(id, 'waiting');
  const steps = take().filter(startsNode);
  return steps.slice(1).map((one, index) => (one.at - (steps[index]?.at ?? one.at)) / startsIn(one));
}

/** A run at a late step against runs at their 100th, lap by lap, so that a slow moment of the disk hits both. */
const growthOf =
  (source: string, oldAge: number): Measure =>
  (progress) =>
    withEngine(async (engine) => {
      const { start, until } = engine;
      const old = await start(source, { lap });
      await until(old, 'waiting');
      for (let step = lap; step < oldAge; step += lap) {
        await runLap(engine, old);
        if (step % 1000 === 0) progress(`step ${step} of ${oldAge}`);
      }
      const young: number[] = [];
      const aged: number[] = [];
      const ratios: number[] = [];
      for (let round = 1; round <= rounds; round++) {
        const fresh = await start(source, { lap });
        await until(fresh, 'waiting');
        young.push(median(await runLap(engine, fresh)));
        aged.push(median(await runLap(engine, old)));
        ratios.push((aged.at(-1) as number) / (young.at(-1) as number));
        progress(`round ${round} of ${rounds}`);
      }
      const detail = `step ${oldAge}: ${microseconds(median(aged))}, step 100: ${microseconds(median(young))}`;
      return [atMost(median(ratios), 1.1, detail)];
    });

export const growth = growthOf(laps, 4000);

/** The same for the rounds of a loop, which count. */
export const longLoop = growthOf(loopLaps, 20_000);
