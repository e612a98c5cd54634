// The buttons of a run's page, and its pages in the dark.
import type { Page } from '@playwright/test';
import type { GatehouseConsole } from './fixtures/console.ts';
import { connectionOf, gateOf, statusOf } from './fixtures/run-page.ts';
import { expectStatus, openGate, readEvents, readRun, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

const firstQuestion = 'Is the first thing right?';

async function openWaitingRun(gatehouse: GatehouseConsole, page: Page): Promise<string> {
  const runId = await startRun(gatehouse, 'two-questions');
  await openGate(gatehouse, runId, 'first');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  await expect(connectionOf(page)).toHaveText('live');
  await expect(statusOf(page)).toContainText('Waiting');
  return runId;
}

test('a paused run keeps an answer and goes on with it when it is resumed', async ({ gatehouse, page }) => {
  const runId = await openWaitingRun(gatehouse, page);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(statusOf(page)).toContainText('Paused');
  await gateOf(page, firstQuestion).getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'You answered Approve' })).toBeVisible();
  await expect(statusOf(page)).toContainText('Paused');

  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(gateOf(page, 'Is the second thing right?')).toBeVisible();
  await expect(statusOf(page)).toContainText('Waiting');
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  const types = (await readEvents(gatehouse, runId)).map(({ type }) => type);
  expect(types.filter((type) => /^(run_paused|gate_answered|run_resumed)$/.test(type))).toEqual([
    'run_paused',
    'gate_answered',
    'run_resumed',
  ]);
});

test('a run is cancelled only after the question whether it should be', async ({ gatehouse, page }) => {
  const runId = await openWaitingRun(gatehouse, page);
  const confirm = page.getByRole('button', { name: 'Cancel the run' });
  await expect(confirm).toBeHidden();
  await page.getByText('Cancel', { exact: true }).click();
  await expect(page.getByText('Cancel this run?')).toBeVisible();
  expect((await readRun(gatehouse, runId)).status).toBe('waiting');

  await confirm.click();
  await expect(statusOf(page)).toContainText('Cancelled');
  await expect(gateOf(page, firstQuestion)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(Pause|Resume)$/ })).toHaveCount(0);
  await expectStatus(gatehouse, runId, 'cancelled');
});

test('running again opens the page of a new run and leaves the old one as it was', async ({ gatehouse, page }) => {
  const runId = await openWaitingRun(gatehouse, page);
  const idsOfRuns = async () => {
    const { body } = await gatehouse.api<{ runs: { id: string }[] }>('GET', '/api/runs?limit=2');
    return body.runs.map(({ id }) => id);
  };
  const [newest] = await idsOfRuns();
  await page.getByLabel('More actions').click();
  await page.getByRole('button', { name: 'Run again', exact: true }).click();
  await page.waitForURL(({ pathname }) => /^\/runs\/[^/]+$/.test(pathname) && !pathname.endsWith(runId));
  await expect(gateOf(page, firstQuestion)).toBeVisible();
  await expect(statusOf(page)).toContainText('Waiting');
  expect(await idsOfRuns()).toEqual([new URL(page.url()).pathname.split('/').at(-1), newest]);
  expect((await readRun(gatehouse, runId)).status).toBe('waiting');
});

test('an ended run is archived, taken out again and deleted from its page', async ({ gatehouse, page }) => {
  const runId = await openWaitingRun(gatehouse, page);
  await gatehouse.api('POST', `/api/runs/${runId}/cancel`, {});
  await expect(statusOf(page)).toContainText('Cancelled');
  const menu = page.getByLabel('More actions');
  await menu.click();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Take out of the archive' })).toBeVisible();
  await page.getByRole('button', { name: 'Take out of the archive' }).click();
  await expect(page.getByRole('button', { name: 'Archive', exact: true })).toBeVisible();

  await page.getByText('Delete…').click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await page.waitForURL(/\/runs$/);
  expect((await gatehouse.api('GET', `/api/runs/${runId}`)).status).toBe(404);
});

test('a run goes back to a node only after its plan was seen', async ({ gatehouse, page }) => {
  const runId = await openWaitingRun(gatehouse, page);
  await gateOf(page, firstQuestion).getByRole('button', { name: 'Approve' }).click();
  await expect(gateOf(page, 'Is the second thing right?')).toBeVisible();
  await page.goto(`${gatehouse.address}/runs/${runId}/plan?verb=restart&node=first`);
  await expect(page.getByText('Nothing has happened yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Restart', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === `/runs/${runId}`);
  await expect(gateOf(page, firstQuestion)).toBeVisible();

  await page.goto(`${gatehouse.address}/runs/${runId}/plan?verb=fork&at=soon`);
  await expect(page.getByRole('alert').filter({ hasText: 'Choose what to go back to' })).toBeVisible();
});

test('for people who prefer the dark the pages are light on dark', async ({ gatehouse, visitors }) => {
  const page = await (await visitors.visit({ colorScheme: 'dark' })).newPage();
  const runId = await openWaitingRun(gatehouse, page);
  for (const path of ['/runs', `/runs/${runId}`, '/workflows/hello-gates']) {
    await page.goto(gatehouse.address + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const { back, ink } = await page.locator('body').evaluate((body) => {
      const { backgroundColor, color } = getComputedStyle(body);
      const brightness = (value: string) => Math.max(...(value.match(/\d+/g) ?? []).slice(0, 3).map(Number));
      return { back: brightness(backgroundColor), ink: brightness(color) };
    });
    expect(back, path).toBeGreaterThan(0);
    expect(back, path).toBeLessThan(40);
    expect(ink, path).toBeGreaterThan(200);
  }
});
