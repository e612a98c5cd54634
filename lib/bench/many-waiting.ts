import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '../paths.ts';
import { withConsole } from './bench-console.ts';
import { oneGate } from './bench-workflows.ts';
import type { Measure, Measurement } from './measurement.ts';

const runs = 10_000;
const atOnce = 50;
const idleSeconds = 45;
const requests = [paths.runs(), paths.gates()];

const row = (value: string, goal: string, isReached: boolean, detail: string): Measurement => ({
  value,
  goal,
  isReached,
  detail,
});

/** A console with 10,000 runs at their gates, which nobody answers. */
export const manyWaiting: Measure = (progress) =>
  withConsole(async ({ api, page, processorTime, restart }) => {
    for (let made = 0; made < runs; made += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, () => api('POST', paths.api.runs(), { source: oneGate })));
      if (made % 2500 === 0) progress(`${made} of ${runs} runs`);
    }
    for (const path of requests) await page(path);
    await sleep(5_000);
    const used = processorTime();
    await sleep(idleSeconds * 1000);
    const idle = (processorTime() - used) / (idleSeconds * 10);
    progress('looked at it at rest');
    let slowest = 0;
    for (let round = 0; round < 30; round++) {
      for (const path of requests) {
        const before = performance.now();
        await page(path);
        slowest = Math.max(slowest, performance.now() - before);
      }
    }
    const again = await restart();
    return [
      row(`${idle.toFixed(1)} % of a core`, '≤ 2 %', idle <= 2, `over ${idleSeconds} s at rest`),
      row(`slowest request ${slowest.toFixed(0)} ms`, '≤ 200 ms', slowest <= 200, requests.join(', ')),
      row(`restart ${(again / 1000).toFixed(1)} s`, '≤ 10 s', again <= 10_000, 'after SIGKILL'),
    ];
  });
