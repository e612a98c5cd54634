// A Chromium for the browser tests: an installed one, else Debian's package when we may install it, else Playwright's.
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { binary } from './stage.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

// Some distributions ship a stub that only points at another package: a browser is one that tells its version.
/** @param {string} path */
function isBrowser(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.GATEHOUSE_CHROMIUM, ...installed, ...elsewhere, chromium.executablePath()]
    .filter((path) => path !== undefined)
    .find(isBrowser);
}

/** @param {string} program @param {string[]} args */
function run(program, args) {
  console.log(`Installing a browser: ${program} ${args.join(' ')}`);
  return spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

/** The path of a browser that starts. */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  const isRootOnDebian = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (isRootOnDebian && run('apt-get', ['update', '-qq'])) {
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
  }
  const installed =
    findBrowser() ??
    (run(process.execPath, [binary('@playwright/test/cli.js'), 'install', 'chromium']) ? findBrowser() : undefined);
  if (installed) return installed;
  throw new Error('no browser could be installed. Run: sudo npx playwright install --with-deps chromium');
}
