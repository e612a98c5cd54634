import type { Page } from '@playwright/test';
import { checkPage } from './fixtures/check-page.ts';
import type { GatehouseConsole } from './fixtures/console.ts';
import { connectionOf } from './fixtures/run-page.ts';
import { answer, openGate, readRun } from './fixtures/runs.ts';
import { token } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

const source = [
  'gatehouse: 1',
  'name: Deploy',
  'inputs: { repo: { type: string }, tries: { type: integer, default: 1 } }',
  'nodes: { sure: { type: gate, kind: approval, message: Deploy it? } }',
].join('\n');

async function deploy(gatehouse: GatehouseConsole, inputs: Record<string, unknown>): Promise<string> {
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source, inputs });
  await openGate(gatehouse, body.id, 'sure');
  return body.id;
}

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });

test('runs are found by what they were given, by whom and when, and neighbours are those of that list', async ({
  gatehouse,
  page,
}) => {
  const first = await deploy(gatehouse, { repo: 'web', tries: 1 });
  await deploy(gatehouse, { repo: 'shop', tries: 2 });
  const last = await deploy(gatehouse, { repo: 'web', tries: 3 });
  await gatehouse.signIn(page);
  await expect(page.locator('[data-live=live]')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(3);

  await page.getByText('Input', { exact: true }).click();
  await page.getByLabel('Name of the input').fill('repo');
  await page.getByLabel('Its value, exactly').fill('web');
  await page.getByRole('button', { name: 'Filter by this input' }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page).toHaveURL(/input\.repo=web|input_name=repo/);
  await page.getByRole('combobox', { name: 'Started by' }).selectOption('api');
  await page.getByLabel('When').selectOption('Last hour');
  await expect(page).toHaveURL(/by=api.*when=1h/);
  await expect(page.getByText('2 runs found')).toBeVisible();

  await rowsOf(page).first().getByRole('link').first().click();
  await page.waitForURL(new RegExp(`/runs/${last}\\?list=`));
  await expect(connectionOf(page)).toHaveText('live');
  await page.keyboard.press(']');
  await page.waitForURL(new RegExp(`/runs/${first}\\?list=`));
  await expect(connectionOf(page)).toHaveText('live');
  await page.getByRole('navigation', { name: 'Views of this run' }).getByRole('link', { name: 'Graph' }).click();
  const previous = page.getByRole('link', { name: 'Previous run of the list' });
  await expect(previous).toHaveAttribute('href', /tab=graph/);
  await previous.click();
  await page.waitForURL(new RegExp(`/runs/${last}\\?tab=graph&list=`));
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Runs' }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await page.getByRole('link', { name: /repo is web/ }).click();
  await expect(rowsOf(page)).toHaveCount(3);

  await page.goto(`${gatehouse.address}/runs?by=nobody`);
  await expect(page.getByRole('heading', { name: 'No run fits this filter' })).toBeVisible();
});

const barOf = (page: Page) => page.getByRole('button', { name: 'Archive…' });

test('U20 all runs of a filter are cancelled and archived at once, after the counts were seen, with progress, and deleted from the archive', async ({
  gatehouse,
  page,
}) => {
  for (let batch = 0; batch < 6; batch += 1) {
    await Promise.all(Array.from({ length: 10 }, () => deploy(gatehouse, { repo: 'web' })));
  }
  const other = await deploy(gatehouse, { repo: 'shop' });
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs?input.repo=web`);
  await expect(page.locator('[data-live=live]')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Choose all runs of this page' }).check();
  await expect(page.getByText('50 runs chosen')).toBeVisible();
  await page.getByLabel('All 60 runs that fit').check();
  await page.getByRole('button', { name: 'Cancel…' }).click();

  const plan = page.getByRole('region', { name: 'What will happen' });
  await expect(plan).toContainText('60 runs. Nothing has happened yet.');
  await expect(plan.getByRole('listitem')).toContainText('60going: stopped and cancelled');
  await page.getByRole('button', { name: 'Cancel: 60 runs' }).click();
  await page.waitForURL(/\/runs\/bulk\/[0-9a-f]+/);
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText('60 of 60 runs · finished');
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(rowsOf(page).filter({ hasText: 'Cancelled' })).toHaveCount(50);

  await page.goto(`${gatehouse.address}/runs`);
  await expect(page.locator('[data-live=live]')).toBeVisible();
  const boxes = await page.getByRole('checkbox', { name: /^Choose Deploy/ }).all();
  const compare = page.getByRole('link', { name: 'Compare' });
  for (const box of boxes.slice(0, 2)) await box.check();
  await expect(compare).toHaveAttribute('href', new RegExp(`/runs/${other}/compare\\?with=`));
  await boxes[2]?.check();
  await expect(compare).toHaveCount(0);
  await barOf(page).click();
  await expect(plan.getByRole('listitem')).toHaveText([/^2ended/, /^1left as they are/]);
  await page.getByRole('button', { name: 'Archive: 2 runs' }).click();
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText('2 of 2 runs · finished');
  await page.goto(`${gatehouse.address}/runs?archived=1`);
  await expect(page.locator('[data-live=live]')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2);
  const { body } = await gatehouse.api<{ runs: { id: string }[] }>('GET', '/api/runs?archived=true');
  await page.getByRole('checkbox', { name: 'Choose all runs of this page' }).check();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await expect(page.getByText('Deleting cannot be undone.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete: 2 runs' }).click();
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText('2 of 2 runs · finished');
  expect(body.runs).toHaveLength(2);
  for (const { id } of body.runs) expect((await gatehouse.api('GET', `/api/runs/${id}`)).status).toBe(404);
  expect((await gatehouse.api<{ status: string }>('GET', `/api/runs/${other}`)).body.status).toBe('waiting');
});

test('on a phone runs are chosen, counted and cancelled together, and a list that is only read has no boxes', async ({
  gatehouse,
  visitors,
}) => {
  for (let count = 0; count < 3; count++) await deploy(gatehouse, { repo: 'web' });
  const page = await (await visitors.visit({ viewport: { width: 390, height: 844 }, hasTouch: true })).newPage();
  await gatehouse.signIn(page);
  await expect(page.locator('[data-live=live]')).toBeVisible();
  const boxes = page.getByRole('checkbox', { name: /^Choose Deploy/ });
  await expect(boxes).toHaveCount(0);
  // What is asked for less often is folded away, so that the list begins on the screen.
  const status = page.getByRole('combobox', { name: 'Status' });
  await expect(status).toBeHidden();
  await page.getByText('Filters', { exact: true }).tap();
  await expect(status).toBeVisible();
  await page.getByText('Filters', { exact: true }).tap();
  await expect(status).toBeHidden();
  await page.getByRole('checkbox', { name: 'Choose runs' }).check();
  await expect(boxes).toHaveCount(3);
  await boxes.first().check();
  await expect(page.getByText('1 run chosen')).toBeVisible();
  await page.getByRole('checkbox', { name: 'All of this page' }).check();
  await expect(page.getByText('3 runs chosen')).toBeVisible();
  await checkPage(page);
  const [cancel, bar] = [page.getByRole('button', { name: 'Cancel…' }), page.getByRole('navigation', { name: 'Main' })];
  const [above, below] = [await cancel.boundingBox(), await bar.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('checkbox', { name: 'Choose runs' }).uncheck();
  await expect(cancel).toBeHidden();
  await page.getByRole('checkbox', { name: 'Choose runs' }).check();
  await page.getByRole('checkbox', { name: 'All of this page' }).setChecked(true);
  await boxes.last().setChecked(false);
  await expect(page.getByText('2 runs chosen')).toBeVisible();
  await cancel.click();
  await page.getByRole('button', { name: 'Cancel: 2 runs' }).click();
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText('2 of 2 runs · finished');
});

test('columns are chosen, inputs among them, and a view with its filter is there in every browser, without scripts too', async ({
  gatehouse,
  visitors,
}) => {
  await deploy(gatehouse, { repo: 'web', tries: 7 });
  await deploy(gatehouse, { repo: 'shop', tries: 1 });
  const plain = await (await visitors.visit({ javaScriptEnabled: false })).newPage();
  await plain.goto(`${gatehouse.address}/runs?input.repo=web`);
  await plain.getByLabel('Or paste the API token').fill(token);
  await plain.getByRole('button', { name: 'Sign in' }).click();
  await plain.getByText('Columns', { exact: true }).click();
  await plain.getByRole('checkbox', { name: 'tries' }).check();
  await plain.getByRole('checkbox', { name: 'Progress' }).uncheck();
  await plain.getByRole('button', { name: 'Show these columns' }).click();
  await expect(plain.getByRole('columnheader', { name: 'tries' })).toBeVisible();
  await expect(plain.getByRole('columnheader', { name: 'Progress' })).toHaveCount(0);
  await expect(rowsOf(plain)).toHaveCount(1);
  await expect(rowsOf(plain).getByRole('cell', { name: '7', exact: true })).toBeVisible();

  await plain.getByText('Save view', { exact: true }).click();
  await plain.getByLabel('Name of the view').fill('Web deployments');
  await plain.getByRole('button', { name: 'Save this view' }).click();
  await expect(plain.getByRole('link', { name: 'Web deployments' })).toHaveAttribute('aria-current', 'page');

  const other = await (await visitors.visit()).newPage();
  await gatehouse.signIn(other);
  await expect(other.locator('[data-live=live]')).toBeVisible();
  await expect(other.getByRole('columnheader', { name: 'Progress' })).toBeVisible();
  await other.getByRole('link', { name: 'Web deployments' }).click();
  await expect(other.getByRole('columnheader', { name: 'tries' })).toBeVisible();
  await expect(rowsOf(other)).toHaveCount(1);
  await other.getByText('Save view', { exact: true }).click();
  await other.getByRole('button', { name: 'Delete the view Web deployments' }).click();
  await expect(other.getByRole('link', { name: 'Web deployments' })).toHaveCount(0);
});

test('the figures above the list lead to the runs behind them, follow what happens, and stay hidden once they are', async ({
  gatehouse,
  page,
}) => {
  const ended = 'gatehouse: 1\nname: Broken\nnodes: { work: { type: cli, command: ["false"], on_failure: fail } }\n';
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source: ended });
  await expect.poll(async () => (await readRun(gatehouse, body.id)).status).toBe('failed');
  const runId = await deploy(gatehouse, { repo: 'web' });
  await gatehouse.signIn(page);
  const strip = page.getByRole('region', { name: 'At a glance' });
  await strip.getByRole('link', { name: '1 run waits on people' }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText('Deploy');
  await expect(page.getByRole('link', { name: /waiting on people.*take this away/ })).toBeVisible();
  await strip.getByRole('link', { name: '1 run failed today' }).click();
  await expect(rowsOf(page)).toContainText('Broken');
  await expect(strip.getByText('no answers yet')).toBeVisible();
  for (const name of ['Roof', 'Cellar']) {
    const asks = `gatehouse: 1\nname: ${name}\nnodes: { sure: { type: gate, message: Sure? } }\n`;
    const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source: asks });
    await answer(gatehouse, await openGate(gatehouse, body.id, 'sure'), 'yes');
  }
  // Where there is no room for them side by side they unfold.
  await page.setViewportSize({ width: 800, height: 900 });
  await expect(async () => {
    await page.reload();
    await strip.getByText('All', { exact: true }).click({ timeout: 500 });
  }).toPass();
  const waits = strip.getByRole('list', { name: 'Median wait of every workflow' });
  await expect(waits.getByRole('link')).toHaveText([/Cellar/, /Roof/]);
  await checkPage(page);

  await gatehouse.api('POST', `/api/runs/${runId}/cancel`, {});
  await expect(async () => {
    await page.reload();
    await expect(strip.getByRole('link', { name: '0 runs wait on people' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('button', { name: 'Hide the figures' }).click();
  await expect(strip).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show the figures' })).toBeVisible();
  await expect(strip).toHaveCount(0);
});
