// What is needed next is one click away, and the page keeps the shape that its reader gave it.
import { expectStatus, openGate, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

const source = `gatehouse: 1
name: Breaks
nodes:
  fine: { type: cli, command: ["true"] }
  bad: { type: cli, script: "echo this went wrong >&2; exit 3", on_failure: fail }
`;

test('a failed run opens at its failure, with Retry in the header and its log beside it', async ({
  gatehouse,
  page,
}) => {
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source });
  await expectStatus(gatehouse, body.id, 'failed');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${body.id}`);
  const details = page.getByRole('complementary', { name: 'Details of bad' });
  await expect(details).toContainText('this went wrong');
  await details.getByRole('link', { name: 'Logs' }).click();
  await details.getByRole('link', { name: 'Open the full log' }).click();
  await expect(page.getByRole('region', { name: 'Logs' })).toContainText('this went wrong');
  await page.goBack();
  await page.goBack();
  await details.getByRole('button', { name: 'Close the details' }).click();
  await expect(page.getByRole('complementary', { name: 'Details of the run' })).toBeVisible();
  await page.getByRole('link', { name: 'Retry' }).click();
  await expect(page).toHaveURL(/plan\?verb=restart&node=bad/);
});

test('a run that asks has Answer in its header, and the details keep the width that they were given', async ({
  gatehouse,
  page,
}) => {
  const runId = await startRun(gatehouse, 'two-questions');
  await openGate(gatehouse, runId, 'first');
  await gatehouse.signIn(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  await expect(page.getByRole('main').locator('header').getByRole('link', { name: 'Answer' })).toHaveAttribute(
    'href',
    '#gate',
  );
  const details = page.getByRole('complementary', { name: 'Details of the run' });
  const widthOf = async () => (await details.boundingBox())?.width ?? 0;
  const before = await widthOf();
  await page.getByRole('separator', { name: 'Width of the details' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(widthOf).toBe(before + 48);
  await page.reload();
  await expect.poll(widthOf).toBe(before + 48);
});
