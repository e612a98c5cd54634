import type { Page } from '@playwright/test';
import { paths } from '../../paths.ts';
import { rounds } from '../bench-workflows.ts';
import type { Measure } from '../measurement.ts';
import { percentile } from '../statistics.ts';
import { startedRun, untilUsable, watchCount, withBrowser } from './bench-browser.ts';

const watched = 10_000;
const fewest = 30;

/** The milliseconds between one frame and the next. */
function watchFrames(page: Page, milliseconds: number): Promise<number[]> {
  return page.evaluate(
    (duration) =>
      new Promise<number[]>((resolve) => {
        const began = performance.now();
        const gaps: number[] = [];
        let last = began;
        const next = (now: number) => {
          gaps.push(now - last);
          last = now;
          if (now - began < duration) requestAnimationFrame(next);
          else resolve(gaps);
        };
        requestAnimationFrame(next);
      }),
    milliseconds,
  );
}

/** A page that is looked at while a run makes about 900 events a second. */
export const liveFrames: Measure = () =>
  withBrowser(async ({ console, open }) => {
    const source = rounds(100_000, { steps: 8, rest: '25ms' });
    const { id } = await startedRun(console, source, ({ status }) => status !== 'queued');
    const [gaps, counts] = await open(async (page) => {
      await page.goto(console.address + paths.run(id));
      await untilUsable(page);
      return await Promise.all([watchFrames(page, watched), watchCount(page, watched)]);
    });
    await console.api('POST', paths.api.runControl(id, 'cancel'), {});
    const frames = (gaps.length * 1000) / watched;
    const events = (((counts.at(-1)?.count ?? 0) - (counts[0]?.count ?? 0)) * 1000) / watched;
    return [
      {
        value: `${frames.toFixed(0)} frames/s`,
        goal: `≥ ${fewest}`,
        isReached: frames >= fewest,
        detail: `${events.toFixed(0)} events/s; p95 ${percentile(gaps, 0.95).toFixed(0)} ms, longest ${Math.max(...gaps).toFixed(0)} ms`,
      },
    ];
  });
