import type { RunEvent } from '../../engine/events.ts';
import { paths } from '../../paths.ts';
import { rounds } from '../bench-workflows.ts';
import { below, type Measure } from '../measurement.ts';
import { median, percentile } from '../statistics.ts';
import { startedRun, untilUsable, watchCount, withBrowser } from './bench-browser.ts';

const most = 150;

/** From the time that an event bears to the frame whose page has folded it, for every event of a run that is looked at. */
export const eventToDom: Measure = () =>
  withBrowser(async ({ console, open }) => {
    const { id } = await startedRun(
      console,
      rounds(1000, { steps: 1, rest: '40ms' }),
      ({ status }) => status !== 'queued',
    );
    const seen = await open(async (page) => {
      await page.goto(console.address + paths.run(id));
      await untilUsable(page);
      return await watchCount(page, 10_000);
    });
    // What happened while the page was loading came with its first news: nobody looked at it yet.
    const first = seen[1]?.count ?? 0;
    const { events } = await console.api<{ events: RunEvent[] }>(
      'GET',
      `${paths.api.runEvents(id)}?after=${first}&limit=1000`,
    );
    const delays = events.flatMap(({ seq, at }) => {
      const shown = seen.find(({ count }) => count >= seq);
      return shown ? [shown.at - Date.parse(at)] : [];
    });
    const detail = `median ${median(delays).toFixed(0)} ms of ${delays.length} events`;
    return [below(percentile(delays, 0.95), most, 'ms', detail, 'p95')];
  });
