import { paths } from '../paths.ts';
import { type BenchConsole, withConsole } from './bench-console.ts';
import { circle } from './bench-workflows.ts';
import { atMost, type Measure } from './measurement.ts';
import { median, microseconds, percentile } from './statistics.ts';

const rounds = 3;
const runs = 200;
const pages = 60;
const warmUp = 100;
const endless = { steps: 1_000_000_000 };

async function pageTimes({ page }: BenchConsole, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const before = performance.now();
    await page(paths.runs());
    times.push(performance.now() - before);
  }
  return times;
}

/** The list of runs, read page after page by one person while the same 200 runs rest and while they all work. */
export const busyServer: Measure = (progress) =>
  withConsole(async (console) => {
    const { api } = console;
    const ids: string[] = [];
    const tell = (verb: string) => Promise.all(ids.map((id) => api('POST', paths.api.runControl(id, verb), {})));
    const steps = async () => {
      const found = await Promise.all(ids.map((id) => api<{ seq: number }>('GET', paths.api.run(id))));
      return found.reduce((sum, { seq }) => sum + seq, 0) / 3;
    };
    for (let index = 0; index < runs; index++) {
      const { id } = await api<{ id: string }>('POST', paths.api.runs(), { source: circle, inputs: endless });
      ids.push(id);
      await api('POST', paths.api.runControl(id, 'pause'), {});
    }
    await pageTimes(console, warmUp);
    const idle: number[] = [];
    const busy: number[] = [];
    const speeds: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      idle.push(...(await pageTimes(console, pages)));
      const before = { steps: await steps(), at: performance.now() };
      await tell('resume');
      busy.push(...(await pageTimes(console, pages)));
      await tell('pause');
      speeds.push((((await steps()) - before.steps) * 1000) / (performance.now() - before.at));
      progress(`round ${round} of ${rounds}`);
    }
    const [rest, work] = [percentile(idle, 0.95), percentile(busy, 0.95)];
    const speed = `${median(speeds).toFixed(0)} steps/s meanwhile`;
    return [atMost(work / rest, 5, `p95 ${microseconds(work)}, idle ${microseconds(rest)}, ${speed}`)];
  });
