import { answer, openGate, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test('the list of runs follows what happens, says when it cannot, and catches up', async ({
  gatehouse,
  page,
  visitors,
}) => {
  visitors.expectErrors(/net::ERR_/);
  const runId = await startRun(gatehouse, 'two-questions');
  const first = await openGate(gatehouse, runId, 'first');
  await gatehouse.signIn(page);
  const row = page.getByRole('row').filter({ hasText: 'Two questions' });
  const gates = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Gates/ });
  await expect(row).toContainText('Waiting');
  await expect(gates).toContainText('1');

  await answer(gatehouse, first, 'yes');
  await expect(row).toContainText('1 of 3');
  const second = await openGate(gatehouse, runId, 'second');
  await gatehouse.kill();
  await expect(page.getByRole('status').filter({ hasText: 'Reconnecting' })).toBeVisible();
  await gatehouse.restart();
  await answer(gatehouse, second, 'yes');
  await expect(row).toContainText('Completed');
  await expect(page.getByRole('status').filter({ hasText: 'Reconnecting' })).toHaveCount(0);
  await expect(gates).toHaveText('Gates');

  await startRun(gatehouse, 'chatter', { lines: 1 });
  await page
    .getByRole('row')
    .filter({ hasText: 'Chatter' })
    .or(page.getByRole('button', { name: '1 new run' }))
    .waitFor();
});
