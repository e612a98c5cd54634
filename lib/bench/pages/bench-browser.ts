// A real browser at a real console, with somebody signed in and nothing kept from the page before.
import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureBrowser } from '../../commands/checks/ensure-browser.mjs';
import { paths } from '../../paths.ts';
import type { RunDetail } from '../../runs/views.ts';
import { type BenchConsole, token, withConsole } from '../bench-console.ts';

export type BenchBrowser = {
  console: BenchConsole;
  /** A page of a browser of its own; whatever it opens is closed with it. */
  open<T>(use: (page: Page) => Promise<T>): Promise<T>;
};

async function inNewPage<T>(browser: Browser, console: BenchConsole, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const headers = { Origin: console.address };
    await context.request.post(console.address + paths.signIn(), { headers, form: { token } });
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

export function withBrowser<T>(use: (browser: BenchBrowser) => Promise<T>): Promise<T> {
  return withConsole(async (console) => {
    const isRoot = process.getuid?.() === 0;
    const browser = await chromium.launch({
      executablePath: await ensureBrowser(),
      chromiumSandbox: !isRoot,
      args: isRoot ? ['--no-sandbox'] : [],
    });
    try {
      return await use({ console, open: (task) => inNewPage(browser, console, task) });
    } finally {
      await browser.close();
    }
  });
}

/** Resolves with the milliseconds since the navigation began, at the frame in which scripts have taken over and nothing is missing. */
export async function untilUsable(page: Page): Promise<number> {
  const usable = await page.waitForFunction(
    () => {
      const drawn = [...document.querySelectorAll('#content, #content a, #content button')];
      const isTaken = drawn.every((element) => Object.keys(element).some((key) => key.startsWith('__reactProps')));
      const connection = document.querySelector('main header [role="status"]')?.textContent ?? '';
      return isTaken && /^(live|ended)/.test(connection) ? performance.now() : null;
    },
    undefined,
    { polling: 'raf' },
  );
  return (await usable.jsonValue()) as number;
}

/** A run of this file, as it is once it fits. */
export async function startedRun(
  { api }: BenchConsole,
  source: string,
  fits: (run: RunDetail) => boolean,
): Promise<RunDetail> {
  const { id } = await api<{ id: string }>('POST', paths.api.runs(), { source });
  for (;;) {
    const run = await api<RunDetail>('GET', paths.api.run(id));
    if (fits(run)) return run;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export const endedRun = (console: BenchConsole, source: string) =>
  startedRun(console, source, ({ status }) => status === 'completed');

/** How many events the page says there are, each time that it says so anew; for so many milliseconds. */
export function watchCount(page: Page, milliseconds: number): Promise<{ count: number; at: number }[]> {
  return page.evaluate(async (duration) => {
    const seen: { count: number; at: number }[] = [];
    const tabs = document.querySelector('nav[aria-label="Views of this run"]') as Element;
    const look = () => {
      const count = Number(/Trace\D*([\d,]+)/.exec(tabs.textContent ?? '')?.[1]?.replaceAll(',', ''));
      if (count !== seen.at(-1)?.count) seen.push({ count, at: Date.now() });
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(tabs, { subtree: true, childList: true, characterData: true });
    await new Promise((resolve) => setTimeout(resolve, duration));
    observer.disconnect();
    return seen;
  }, milliseconds);
}
