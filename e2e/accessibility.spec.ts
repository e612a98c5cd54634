import type { Page } from '@playwright/test';
import { checkPage } from './fixtures/check-page.ts';
import type { GatehouseConsole } from './fixtures/console.ts';
import { connectionOf, gateOf } from './fixtures/run-page.ts';
import { createLink, openGate, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Every kind of page, with something on it. */
async function addresses(gatehouse: GatehouseConsole): Promise<string[]> {
  const runId = await startRun(gatehouse, 'hello-gates', { title: 'A report with a rather long title, to see it fit' });
  const gate = await openGate(gatehouse, runId, 'review');
  const run = `/runs/${runId}`;
  return [
    '/runs',
    '/runs?status=failed',
    run,
    `${run}?node=collect`,
    `${run}?tab=graph`,
    `${run}?tab=trace`,
    `${run}?tab=artifacts`,
    `${run}?tab=state`,
    '/gates',
    '/gates?show=overdue',
    '/workflows',
    '/workflows/hello-gates',
    '/workflows/mcp-tour',
    '/settings',
    '/nowhere',
    '/runs/nothing',
    new URL(await createLink(gatehouse, gate)).pathname,
    '/g/unknown',
  ];
}

async function checkAll(gatehouse: GatehouseConsole, page: Page) {
  await page.goto(`${gatehouse.address}/sign-in`);
  await checkPage(page);
  await gatehouse.signIn(page);
  for (const path of await addresses(gatehouse)) {
    await page.goto(gatehouse.address + path);
    await checkPage(page);
  }
}

test.beforeEach(({ visitors }) => visitors.expectErrors(/status of 404/));

test('every page has one heading, its landmarks and a name for every control', async ({ gatehouse, page }) => {
  await checkAll(gatehouse, page);
});

test('on a phone no page scrolls sideways and every control keeps its name', async ({ gatehouse, visitors }) => {
  const page = await (await visitors.visit(phone)).newPage();
  await checkAll(gatehouse, page);
});

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
