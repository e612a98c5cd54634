import { openGate, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test('while the console is away a link is kept, and followed when it is back', async ({
  gatehouse,
  page,
  visitors,
}) => {
  visitors.expectErrors(/net::ERR_/);
  const runId = await startRun(gatehouse, 'two-questions');
  await openGate(gatehouse, runId, 'first');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  const heading = page.getByRole('heading', { level: 1 });
  const before = await heading.boundingBox();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();

  await gatehouse.kill();
  const banner = page.getByRole('status').filter({ hasText: 'Reconnecting…' });
  await expect(banner).toBeVisible();
  const pushed = await heading.boundingBox();
  expect(pushed?.y, 'the banner takes its own room').toBeGreaterThan(before?.y ?? 0);

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Workflows/ })
    .click();
  await expect(banner).toContainText('opens when the console is back');
  await expect(heading).toHaveText('Two questions');

  await gatehouse.restart();
  await page.waitForURL('**/workflows');
  await expect(heading).toHaveText('Workflows');
  await expect(banner).toHaveCount(0);
});
