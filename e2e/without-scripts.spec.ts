// Everything but being live works with JavaScript off.
import type { Locator, Page } from '@playwright/test';
import { gateOf, rowOf, statusOf, tabOf } from './fixtures/run-page.ts';
import { openGate } from './fixtures/runs.ts';
import { token } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

async function reloadUntil(page: Page, wanted: Locator) {
  await expect(async () => {
    await page.reload();
    await expect(wanted).toBeVisible({ timeout: 500 });
  }).toPass();
}

test('without JavaScript a person signs in, starts a run, answers its gates and sees the result', async ({
  gatehouse,
  visitors,
}) => {
  const page = await (await visitors.visit({ javaScriptEnabled: false })).newPage();
  await page.goto(`${gatehouse.address}/workflows/hello-gates`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Gatehouse' })).toBeVisible();
  await page.getByLabel('Or paste the API token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hello gates' })).toBeVisible();

  await page.getByLabel('title').fill('Plain report');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/runs\/[^/]+$/);
  const review = gateOf(page, 'Is this report ready?');
  await reloadUntil(page, review);
  await expect(page.getByRole('main')).toContainText('not live, reload to refresh', { useInnerText: true });

  visitors.expectErrors(/status of 422/);
  await review.getByRole('button', { name: 'Write again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your answer was not taken' })).toBeVisible();
  await page.goBack();

  await review.getByRole('link', { name: 'Share link' }).click();
  await page.getByLabel('For whom (optional)').fill('Ada');
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByText(/\/g\/[A-Za-z0-9_-]{43}/)).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of this link' })).toBeVisible();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Ada' })).toContainText('revoked');
  await page.getByRole('link', { name: 'Hello gates' }).click();

  await review.getByLabel('Note').fill('A note from a plain form.');
  await review.getByRole('button', { name: 'Write again' }).click();
  await page.waitForURL(/\/runs\/[^/]+$/);
  await reloadUntil(page, review);
  await review.getByRole('button', { name: 'It is ready' }).click();
  const approve = gateOf(page, /Publish "Plain report" for everyone\?/);
  await reloadUntil(page, approve);
  await approve.getByRole('button', { name: 'Approve' }).click();
  await reloadUntil(page, statusOf(page).filter({ hasText: 'Completed' }));

  await page.getByRole('link', { name: /^Artifacts/ }).click();
  const report = page.getByRole('article').filter({ hasText: 'report.md' }).last();
  await report.getByRole('link', { name: 'report.md', exact: true }).waitFor();
  const href = await report.getByRole('link', { name: 'Download report.md' }).getAttribute('href');
  const downloaded = await page.request.get(gatehouse.address + href);
  expect(await downloaded.text()).toContain('A note from a plain form.');

  for (const missing of ['/runs/nothing', '/workflows/nothing', '/runs/nothing/plan']) {
    await page.goto(gatehouse.address + missing);
    await expect(page.getByRole('heading', { level: 1, name: 'There is nothing at this address' })).toBeVisible();
  }
  await page.goto(`${gatehouse.address}/runs?cursor=nonsense`);
  await expect(page.getByRole('row').filter({ hasText: 'Hello gates' })).toContainText('Completed');
});

test('without JavaScript the inbox and every view of a run are there', async ({ gatehouse, visitors }) => {
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { workflow: 'hello-gates' });
  await openGate(gatehouse, body.id, 'review');
  const page = await (await visitors.visit({ javaScriptEnabled: false })).newPage();
  await page.goto(`${gatehouse.address}/gates`);
  await page.getByLabel('Or paste the API token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Gates' })).toBeVisible();
  await page
    .getByRole('link', { name: /Is this report ready\?/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'It is ready' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Hello gates' }).first().click();
  await expect(gateOf(page, 'Is this report ready?')).toBeVisible();

  await tabOf(page, /^Trace/).click();
  await expect(page.getByRole('region', { name: 'Trace' })).toContainText('gate_opened');
  await tabOf(page, /^State/).click();
  await expect(page.getByRole('region', { name: 'State' })).toContainText('visitors');
  await tabOf(page, /^Graph/).click();
  await expect(
    page
      .getByRole('region', { name: 'Graph' })
      .getByRole('link', { name: /Collect figures/ })
      .first(),
  ).toBeVisible();
  await page.goto(`${gatehouse.address}/runs/${body.id}?tab=logs&node=collect`);
  const log = await page
    .getByRole('region', { name: 'Logs' })
    .getByRole('link', { name: 'stderr' })
    .getAttribute('href');
  expect(await (await page.request.get(gatehouse.address + log)).text()).toContain('collected 3 figures');
  await tabOf(page, /^Timeline/).click();
  await rowOf(page, 'Collect figures').click();
  await expect(page.getByRole('complementary', { name: 'Details of Collect figures' })).toContainText('Completed');
});
