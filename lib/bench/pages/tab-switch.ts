import type { Page } from '@playwright/test';
import { paths } from '../../paths.ts';
import { rounds } from '../bench-workflows.ts';
import { below, type Measure } from '../measurement.ts';
import { median, percentile } from '../statistics.ts';
import { endedRun, untilUsable, withBrowser } from './bench-browser.ts';

const tabs = ['Graph', 'Logs', 'Trace', 'Artifacts', 'State', 'Timeline'];
const turns = 10;
const most = 50;

/** From the click to the frame after the one in which the tab says that it is chosen and its panel stands there. */
function switchTo(page: Page, tab: string): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const links = [...document.querySelectorAll<HTMLElement>('nav[aria-label="Views of this run"] a')];
        const link = links.find(({ textContent }) => textContent?.startsWith(name)) as HTMLElement;
        const began = performance.now();
        const look = () => {
          if (performance.now() - began > 5000) return reject(new Error(`${name} never came`));
          const isChosen = link.getAttribute('aria-current') === 'page';
          if (!isChosen || !document.querySelector(`section[aria-label="${name}"]`)) requestAnimationFrame(look);
          else requestAnimationFrame(() => resolve(performance.now() - began));
        };
        link.click();
        look();
      }),
    tab,
  );
}

/** Through all tabs of a run of 10,000 events, again and again; the hand is over the tabs already. */
export const tabSwitch: Measure = () =>
  withBrowser(async ({ console, open }) => {
    const run = await endedRun(console, rounds(1250));
    const times = await open(async (page) => {
      await page.goto(console.address + paths.run(run.id));
      await untilUsable(page);
      await page.getByRole('navigation', { name: 'Views of this run' }).hover();
      const taken: { tab: string; time: number }[] = [];
      for (let turn = 0; turn < turns; turn++) {
        for (const tab of tabs) taken.push({ tab, time: await switchTo(page, tab) });
      }
      return taken;
    });
    const each = tabs.map((name) => {
      const own = times.flatMap(({ tab, time }) => (tab === name ? [time] : []));
      return `${name} ${median(own).toFixed(0)}`;
    });
    const all = times.map(({ time }) => time);
    return [below(percentile(all, 0.95), most, 'ms', `medians: ${each.join(', ')} ms`, 'p95')];
  });
