import { gateOf, statusOf } from './fixtures/run-page.ts';
import { openGate, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

test('U26 when one branch has answered and no other is waited for, the other question is closed on the open page', async ({
  gatehouse,
  page,
}) => {
  const runId = await startRun(gatehouse, 'first-answer');
  await openGate(gatehouse, runId, 'by_ann');
  await openGate(gatehouse, runId, 'by_ben');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  const ben = gateOf(page, 'Is it right, Ben?');
  await expect(ben.getByRole('button', { name: 'Approve' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  await gateOf(page, 'Is it right, Ann?').getByRole('button', { name: 'Approve' }).click();
  await expect(gateOf(page, 'Publish it?')).toBeVisible();
  await expect(ben).toHaveCount(0);
  const settled = page.getByRole('region', { name: 'Settled: Is it right, Ben?' });
  await expect(settled).toContainText('nobody has to answer it any more');
  await expect(settled.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

  await gateOf(page, 'Publish it?').getByRole('button', { name: 'Approve' }).click();
  await expect(statusOf(page)).toContainText('Completed');
});
