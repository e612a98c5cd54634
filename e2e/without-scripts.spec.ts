// Everything but being live works with JavaScript off.
import type { Locator, Page } from '@playwright/test';
import { gateOf, statusOf } from './fixtures/run-page.ts';
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

  await page.goto(`${gatehouse.address}/runs`);
  await expect(page.getByRole('row').filter({ hasText: 'Hello gates' })).toContainText('Completed');
});
