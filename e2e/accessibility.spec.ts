import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { checkPage } from './fixtures/check-page.ts';
import type { GatehouseConsole } from './fixtures/console.ts';
import { connectionOf, gateOf } from './fixtures/run-page.ts';
import { createLink, openGate, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function waitingRun(gatehouse: GatehouseConsole) {
  const runId = await startRun(gatehouse, 'hello-gates', { title: 'A report with a rather long title, to see it fit' });
  return { run: `/runs/${runId}`, gate: await openGate(gatehouse, runId, 'review') };
}

/** Every kind of page, with something on it. */
const pages = {
  'of a run': async (gatehouse: GatehouseConsole) => {
    const { run, gate } = await waitingRun(gatehouse);
    return [
      run,
      `${run}?node=collect`,
      `${run}?tab=graph`,
      `${run}?tab=trace`,
      `${run}?tab=artifacts`,
      `${run}?tab=state`,
      paths.runPlan(gate.run, 'restart', { node: 'collect' }),
      paths.links(gate.run, gate.id),
      '/runs/nothing',
    ];
  },
  'of the console': async (gatehouse: GatehouseConsole) => {
    const { gate } = await waitingRun(gatehouse);
    return [
      '/runs',
      '/runs?status=failed',
      '/gates',
      '/gates?show=overdue',
      '/workflows',
      '/workflows/hello-gates',
      '/workflows/mcp-tour',
      '/settings',
      '/nowhere',
      new URL(await createLink(gatehouse, gate)).pathname,
      '/g/unknown',
    ];
  },
};

async function checkAll(gatehouse: GatehouseConsole, page: Page, which: keyof typeof pages) {
  await page.goto(`${gatehouse.address}/sign-in`);
  await checkPage(page);
  await gatehouse.signIn(page);
  for (const path of await pages[which](gatehouse)) {
    await page.goto(gatehouse.address + path);
    await checkPage(page);
  }
}

test.beforeEach(({ visitors }) => visitors.expectErrors(/status of 404/));

for (const which of ['of a run', 'of the console'] as const) {
  test(`U24 every page ${which} has one heading, its landmarks and a name for every control, and axe finds nothing`, async ({
    gatehouse,
    page,
  }) => {
    await checkAll(gatehouse, page, which);
  });

  test(`U24 on a phone no page ${which} scrolls sideways, every control keeps its name, and axe finds nothing`, async ({
    gatehouse,
    visitors,
  }) => {
    await checkAll(gatehouse, await (await visitors.visit(phone)).newPage(), which);
  });
}

test('the keyboard reaches the answers of a gate, and a question mark shows the keys', async ({ gatehouse, page }) => {
  const runId = await startRun(gatehouse, 'two-questions');
  await openGate(gatehouse, runId, 'first');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  await expect(connectionOf(page)).toHaveText('live');

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('On a run');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  const approve = gateOf(page, 'Is the first thing right?').getByRole('button', { name: 'Approve' });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  const isReached = () => approve.evaluate((button) => button === document.activeElement);
  for (let presses = 0; presses < 30 && !(await isReached()); presses += 1) await page.keyboard.press('Tab');
  await expect(approve).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(gateOf(page, 'Is the second thing right?')).toBeVisible();
});
