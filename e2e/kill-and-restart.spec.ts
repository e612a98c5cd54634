// The console is killed while its page is open; the page says so, and goes on by itself when the console is back.
import { connectionOf, gateOf, statusOf, tabOf } from './fixtures/run-page.ts';
import { expectOutput, expectWhole, openGate, readEvents, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test('a page that is open while the console dies goes on where it was, without a reload', async ({
  gatehouse,
  page,
  visitors,
}) => {
  visitors.expectErrors(/net::ERR_/);
  const runId = await startRun(gatehouse, 'long-command');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  await page.evaluate(() => Object.assign(window, { wasNotReloaded: true }));
  await expectOutput(gatehouse, runId);
  await expect(statusOf(page)).toContainText('Running');
  await expect(connectionOf(page)).toHaveText('live');

  await gatehouse.kill();
  await expect(connectionOf(page)).toHaveText('reconnecting');
  await gatehouse.restart();

  const gate = gateOf(page, /^Needs you: .*interrupted/i);
  await expect(gate.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(gate.getByRole('button', { name: 'Skip' })).toBeVisible();
  await expect(gate.getByRole('button', { name: 'Mark done' })).toBeVisible();
  await expect(connectionOf(page)).toHaveText('live');
  const notice = page.getByRole('region', { name: 'After an interruption' });
  await expect(notice).toContainText('The console died while this run was at work');
  await expect(notice).toContainText(/work was running \(attempt 1, event \d+\): it may or may not have done its work/);
  await expect(notice).toContainText(/The last that was saved before is event \d+/);
  await expect(notice.getByRole('link', { name: 'you are asked' })).toHaveAttribute('href', /^#gate-g\d+$/);
  await notice
    .getByRole('link', { name: /^event/ })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Trace' })).toContainText('Interrupted');
  await gate.getByRole('button', { name: 'Retry' }).click();
  await expect(statusOf(page)).toContainText('Completed');
  await expect(notice).toBeHidden();
  expect(await page.evaluate(() => 'wasNotReloaded' in window)).toBe(true);

  const events = await readEvents(gatehouse, runId);
  expectWhole(events);
  await tabOf(page, /^Trace/).click();
  await expect(page.getByRole('region', { name: 'Trace' }).getByRole('status')).toHaveText(`${events.length} events`);
});

test('a gate that was on the screen when the console died can be answered after it came back', async ({
  gatehouse,
  page,
  visitors,
}) => {
  visitors.expectErrors(/net::ERR_/);
  const runId = await startRun(gatehouse, 'two-questions');
  await openGate(gatehouse, runId, 'first');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  await expect(connectionOf(page)).toHaveText('live');
  const first = gateOf(page, 'Is the first thing right?');

  await gatehouse.kill();
  await expect(connectionOf(page)).toHaveText('reconnecting');
  await first.getByLabel('Comment').fill('Written while the console was away.');
  await first.getByRole('button', { name: 'Approve' }).click();
  await expect(first).toContainText('The console cannot be reached');
  await gatehouse.restart();

  await expect(connectionOf(page)).toHaveText('live');
  await expect(first.getByLabel('Comment')).toHaveValue('Written while the console was away.');
  await first.getByRole('button', { name: 'Approve' }).click();
  await gateOf(page, 'Is the second thing right?').getByRole('button', { name: 'Approve' }).click();
  await expect(statusOf(page)).toContainText('Completed');
  expectWhole(await readEvents(gatehouse, runId));
});
