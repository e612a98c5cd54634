import { rowOf, statusOf, tabOf } from './fixtures/run-page.ts';
import { answer, openGate, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

test('a loop that waits inside a round says so, with its rounds so far, on the timeline and on the graph', async ({
  gatehouse,
  page,
}) => {
  const runId = await startRun(gatehouse, 'review-loop');
  await answer(gatehouse, await openGate(gatehouse, runId, 'review'), 'no', { note: 'Say more' });
  const second = await openGate(gatehouse, runId, 'review');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);

  const loop = rowOf(page, 'Until approved');
  await expect(loop).toHaveAccessibleName(/^Until approved round 2 of 5\W+loop, waiting/);
  await expect(loop).toContainText('round 2 of 5');
  await loop.click();
  const details = page.getByRole('complementary', { name: 'Details of Until approved' });
  await expect(details.locator('[data-status]')).toHaveText('Waiting');
  await page.keyboard.press('Escape');

  await tabOf(page, /Graph/).click();
  const drawn = page.getByRole('region', { name: 'Graph' }).getByRole('link', { name: /^Until approved/ });
  await expect(drawn.first()).toHaveAccessibleName(/^Until approved loop · round 2 of 5\W+waiting$/);

  await answer(gatehouse, second, 'yes');
  await expect(statusOf(page)).toContainText('Completed');
  await expect(drawn.first()).toHaveAccessibleName(/^Until approved loop · round 2 of 5\W+completed$/);
});

test('what was answered while the run is paused is drawn at rest', async ({ gatehouse, page }) => {
  const runId = await startRun(gatehouse, 'review-loop');
  const gate = await openGate(gatehouse, runId, 'review');
  await gatehouse.api('POST', `/api/runs/${runId}/pause`, {});
  await answer(gatehouse, gate, 'yes');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  await expect(rowOf(page, 'Review')).toHaveAccessibleName(/^Review gate\W+paused/);
  await expect(rowOf(page, 'Until approved')).toHaveAccessibleName(/^Until approved round \d of \d\W+loop, paused/);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(rowOf(page, 'Until approved')).toHaveAccessibleName(/^Until approved round \d of \d\W+loop, completed/);
});
