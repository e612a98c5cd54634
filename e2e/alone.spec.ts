// The laptop user: one account, no people set up, and a workflow that was written for a team.
import { gateOf } from './fixtures/run-page.ts';
import { expectStatus, readRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test('who is alone starts and answers what asks for a team, and never sees any of it in the way', async ({
  gatehouse,
  page,
}) => {
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/workflows/release-vote`);
  await page.getByRole('button', { name: /^(Start|Run)/ }).click();
  await page.waitForURL(/\/runs\/[^/]+$/);
  const runId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const gate = gateOf(page, 'Ship it?');
  await expect(gate.getByRole('button', { name: 'Approve' })).toBeVisible();
  for (const words of ['of 2', 'release-team', 'look after', 'Hand over', 'as an administrator', 'may not answer']) {
    await expect(gate).not.toContainText(words);
  }

  await page.goto(`${gatehouse.address}/gates?show=mine`);
  const asked = page.getByRole('listitem').filter({ hasText: 'Ship it?' });
  await expect(asked).toBeVisible();
  await expect(asked).not.toContainText('of 2');
  await expect(asked).not.toContainText('release-team');
  await asked.getByRole('link', { name: 'Answer' }).click();

  await asked.getByRole('button', { name: 'Approve' }).click();
  await expect(asked.getByRole('status')).toHaveText('You answered Approve');
  await expectStatus(gatehouse, runId, 'completed');
  const { gates } = await readRun(gatehouse, runId);
  expect(gates).toMatchObject([{ quorum: 2, votes: [], answer: { by: 'owner', alone: true } }]);
});
