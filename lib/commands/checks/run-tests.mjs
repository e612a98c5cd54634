// Every check there is, on temporary data and a build of its own. A failing stage does not hide the later ones. The last
// line is `N passed, M failed`: each check counts one, each test of Vitest and Playwright counts one.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateClient } from '../../../prisma/generate.mjs';
import { isOpenToAll } from '../../clients/process/wall/shown-machine.ts';
import { ensureBuild } from '../serve/ensure-build.mjs';
import { onStopRequest } from '../serve/stop-request.mjs';
import { checkStages } from './check-stages.mjs';
import { countPlaywright, countVitest } from './count-tests.mjs';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensureBubblewrap } from './ensure-bubblewrap.mjs';
import { binary, endStages, runStage } from './stage.mjs';
import { warmServers } from './warm-servers.mjs';

const temporary = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
// As root commands work as somebody else, who must come to the data directories that lie in here and to this project. Where
// the project is closed, they keep their user.
if (isOpenToAll(process.cwd())) chmodSync(temporary, 0o711);
const distDir = '.next-test';
const total = { passed: 0, failed: 0 };

process.on('exit', () => {
  endStages();
  rmSync(temporary, { recursive: true, force: true });
});
onStopRequest(() => process.exit(1));

// Nothing of the person's own configuration reaches a test: no key, no data, no database.
const personal = /^(GATEHOUSE_|OPENAI_|DATABASE_URL$|PORT$|HOST$|NODE_ENV$)/;
/** @type {Record<string, string | undefined>} */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !personal.test(name)));
Object.assign(env, {
  TMPDIR: temporary,
  GATEHOUSE_DATA: join(temporary, 'data'),
  GATEHOUSE_DIST: distDir,
  NEXT_TELEMETRY_DISABLED: '1',
  // Hundreds of processes load the same code.
  NODE_COMPILE_CACHE: join(temporary, 'compiled'),
});

/** @param {import('./count-tests.mjs').Counts} counts */
function count({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}

/** @param {string} title @param {() => unknown} work */
async function check(title, work) {
  try {
    await work();
    count({ passed: 1, failed: 0 });
  } catch (/** @type {any} */ error) {
    console.error(`${title} failed: ${error.message}`);
    count({ passed: 0, failed: 1 });
  }
}

await check('The database client', async () => generateClient());
for (const { title, command } of checkStages) {
  const isGood = await runStage(title, command, { env });
  count({ passed: Number(isGood), failed: Number(!isGood) });
}

const untested = ensureBubblewrap();
await warmServers(temporary);
const vitestReport = join(temporary, 'vitest.json');
const isVitestGood = await runStage(
  'Vitest',
  [
    process.execPath,
    binary('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ],
  { env },
);
count(countVitest(vitestReport, isVitestGood));

console.log('\n── Build');
await check('The build', () => ensureBuild(distDir));

console.log('\n── Browser');
await check('The browser', async () => {
  const browser = await ensureBrowser();
  console.log(browser);
  env.GATEHOUSE_CHROMIUM = browser;
});
const playwrightReport = join(temporary, 'playwright.json');
const isPlaywrightGood = await runStage(
  'Playwright',
  [process.execPath, binary('@playwright/test/cli.js'), 'test', '--config=e2e/playwright.config.ts'],
  { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport } },
);
count(countPlaywright(playwrightReport, isPlaywrightGood));

if (untested !== null) console.error(`\nNOT TESTED: ${untested}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
