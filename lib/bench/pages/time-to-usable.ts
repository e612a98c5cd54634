import { paths } from '../../paths.ts';
import { rounds } from '../bench-workflows.ts';
import { below, type Measure, type Measurement } from '../measurement.ts';
import { median } from '../statistics.ts';
import { endedRun, untilUsable, withBrowser } from './bench-browser.ts';

const sizes = { '100': 12, '10,000': 1250, '50,000': 6300 };
const looks = 7;
const most = 1000;

/** From the first byte asked for to a page that answers, in a browser that has never seen it. */
export const timeToUsable: Measure = (progress) =>
  withBrowser(async ({ console, open }) => {
    const measured: Measurement[] = [];
    for (const [events, count] of Object.entries(sizes)) {
      const run = await endedRun(console, rounds(count));
      const times: number[] = [];
      for (let look = 0; look < looks; look++) {
        times.push(
          await open(async (page) => {
            await page.goto(console.address + paths.run(run.id), { waitUntil: 'commit' });
            return await untilUsable(page);
          }),
        );
      }
      progress(`${events} events`);
      const spread = `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms`;
      measured.push(below(median(times), most, 'ms', `${run.seq} events; ${looks} looks, ${spread}`, events));
    }
    return measured;
  });
