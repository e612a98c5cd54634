// What a command printed, read as people read logs: from the end, from the error, by search, by address, while it comes.
import type { Page } from '@playwright/test';
import { tabOf } from './fixtures/run-page.ts';
import { expectOutput, expectStatus } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

const source = (script: string) =>
  `gatehouse: 1\nname: Prints\nnodes:\n  print: { type: cli, script: ${JSON.stringify(script)}, on_failure: fail }\n`;
const logsOf = (page: Page) => page.getByRole('region', { name: 'Logs' });
const lineOf = (page: Page, line: number) => logsOf(page).locator(`[data-line="${line}"]`);

test('a failed step of 60,000 lines opens at its error, and is searched whole; a line has an address', async ({
  gatehouse,
  page,
}) => {
  const script = 'seq 1 60000; printf "\\033[31mFATAL: out of luck\\033[0m\\n"; seq 1 40; exit 3';
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source: source(script) });
  await expectStatus(gatehouse, body.id, 'failed');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${body.id}`);
  await tabOf(page, /^Logs/).click();
  await expect(lineOf(page, 60_001)).toBeInViewport();
  await expect(lineOf(page, 60_001).getByText('FATAL: out of luck')).toHaveClass(/text-failed/);

  await logsOf(page).getByRole('searchbox', { name: 'Search the log' }).fill('3141');
  await expect(logsOf(page).getByRole('status')).toHaveText('16 lines');
  await page.keyboard.press('Shift+Enter');
  await expect(lineOf(page, 53_141)).toBeInViewport();
  await expect(lineOf(page, 53_141).locator('mark')).toHaveText('3141');

  await lineOf(page, 53_141).getByRole('link', { name: 'Line 53141' }).click();
  await expect(page).toHaveURL(/line=53141/);
  await page.goto(`${gatehouse.address}/runs/${body.id}?tab=logs&node=print&line=17`);
  await expect(lineOf(page, 17)).toBeInViewport();
  await logsOf(page).getByRole('button', { name: 'To the end' }).click();
  await expect(lineOf(page, 60_041)).toBeInViewport();
  const saved = page.waitForEvent('download');
  await logsOf(page).getByRole('link', { name: 'Download the log' }).click();
  expect((await saved).suggestedFilename()).toBe('print-1-1.stdout.log');
});

test('a log of more lines than a browser can draw has them all: its end, its beginning, a line by its address', async ({
  gatehouse,
  page,
}) => {
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source: source('seq 1 1000000') });
  await expectStatus(gatehouse, body.id, 'completed');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${body.id}?tab=logs&node=print`);
  await expect(lineOf(page, 1_000_000)).toBeInViewport();
  await expect(lineOf(page, 1_000_000)).toContainText('1000000');
  await logsOf(page).getByRole('log').focus();
  await page.keyboard.press('Home');
  await logsOf(page).getByRole('button', { name: 'Lines before these' }).click();
  await expect(lineOf(page, 100_000)).toBeInViewport();
  await page.goto(`${gatehouse.address}/runs/${body.id}?tab=logs&node=print&line=17`);
  await expect(lineOf(page, 17)).toBeInViewport();
  await expect(lineOf(page, 17)).toHaveText('1717');
  await logsOf(page).getByRole('searchbox', { name: 'Search the log' }).fill('77777');
  await expect(logsOf(page).getByRole('status')).toHaveText('19 lines');
  await page.keyboard.press('Shift+Enter');
  await expect(lineOf(page, 977_777)).toBeInViewport();
  await logsOf(page).getByRole('button', { name: 'To the end' }).click();
  await expect(lineOf(page, 1_000_000)).toBeInViewport();
});

test('a log is followed while it is printed', async ({ gatehouse, page }) => {
  const script = 'n=0; while :; do n=$((n+1)); echo line $n; sleep 0.2; done';
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source: source(script) });
  await expectOutput(gatehouse, body.id);
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${body.id}?tab=logs`);
  await expect(lineOf(page, 1)).toContainText('line 1');
  const newest = logsOf(page).locator('[data-line]').last();
  const seen = Number(await newest.getAttribute('data-line'));
  await expect(lineOf(page, seen + 3)).toContainText(`line ${seen + 3}`);
  await gatehouse.api('POST', `/api/runs/${body.id}/cancel`);
  await expectStatus(gatehouse, body.id, 'cancelled');
});

test('a step that fails leaves its reader with what they read', async ({ gatehouse, page }) => {
  const script = 'for n in $(seq 1 20); do echo line $n; sleep 0.2; done; echo FATAL: out of luck >&2; exit 3';
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source: source(script) });
  await expectOutput(gatehouse, body.id);
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${body.id}?tab=logs`);
  await expect(lineOf(page, 1)).toContainText('line 1');
  await expectStatus(gatehouse, body.id, 'failed');
  await expect(logsOf(page).getByRole('button', { name: 'stderr 1' })).toBeVisible();
  await expect(lineOf(page, 20)).toContainText('line 20');
  await page.reload();
  await expect(lineOf(page, 1)).toContainText('FATAL: out of luck');
});
