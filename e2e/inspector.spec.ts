// What is known of a node stands in tabs, and every tab, attempt and event of it has an address.
import type { Page } from '@playwright/test';
import { rowOf } from './fixtures/run-page.ts';
import { expectStatus } from './fixtures/runs.ts';
import { token } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

const source = `gatehouse: 1
name: Second try
nodes:
  work:
    type: cli
    script: "echo looking; test -f there || { touch there; echo nothing there >&2; exit 3; }; echo found"
    retry: { attempts: 2, backoff: 10ms }
  over: { type: end }
`;

const details = (page: Page) => page.getByRole('complementary', { name: 'Details of work' });
const paneOf = (page: Page, name: string) =>
  details(page).getByRole('navigation', { name: 'Details of work' }).getByRole('link', { name });

test('the details of a node are tabs that arrows reach, and each tells its own', async ({ gatehouse, page }) => {
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source });
  await expectStatus(gatehouse, body.id, 'completed');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${body.id}`);
  await rowOf(page, 'work').click();
  await expect(paneOf(page, 'Overview')).toHaveAttribute('aria-current', 'page');
  await expect(paneOf(page, 'Conversation')).toHaveCount(0);

  await paneOf(page, 'Overview').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/node=work&pane=output$/);
  await expect(paneOf(page, 'Output')).toBeFocused();
  await expect(details(page)).toContainText('exit_code');

  await details(page).getByRole('link', { name: 'attempt 1' }).click();
  await expect(page).toHaveURL(/node=work&visit=1&attempt=1&pane=output$/);
  await expect(details(page)).toContainText('There is no output of it.');
  await paneOf(page, 'Logs').click();
  await expect(details(page).getByLabel('Standard error')).toContainText('nothing there');
  await details(page).getByRole('link', { name: 'Open the full log' }).click();
  await expect(page.getByRole('region', { name: 'Logs' })).toContainText('nothing there');

  await page.goBack();
  await paneOf(page, 'Events').click();
  const events = details(page).getByRole('list', { name: 'Events' });
  await expect(events).not.toContainText('Completed');
  await events.getByRole('link', { name: /retry.*another follows/ }).click();
  await expect(page).toHaveURL(/tab=trace&.*event=\d+/);
  await expect(page.getByRole('complementary', { name: /^Event \d+$/ })).toContainText('another follows');
});

test('without scripts a tab of an attempt is a page like any other', async ({ gatehouse, visitors }) => {
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source });
  await expectStatus(gatehouse, body.id, 'completed');
  const page = await (await visitors.visit({ javaScriptEnabled: false })).newPage();
  await page.goto(`${gatehouse.address}/runs/${body.id}?node=work&attempt=1&pane=logs`);
  await page.getByLabel('Or paste the API token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(details(page).getByLabel('Standard error')).toContainText('nothing there');
  await details(page).getByRole('link', { name: 'attempt 2' }).click();
  await expect(details(page).getByLabel('Standard output')).toContainText('found');
  await paneOf(page, 'Output').click();
  await expect(details(page)).toContainText('exit_code');
});
