// A page is there before its scripts are: what a person does in between holds.
import { rowOf } from './fixtures/run-page.ts';
import { openGate, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

test('what was typed and what was clicked before the scripts came is not undone by them', async ({
  gatehouse,
  visitors,
}) => {
  const runId = await startRun(gatehouse, 'review-loop');
  await openGate(gatehouse, runId, 'review');
  const page = await (await visitors.visit()).newPage();
  await gatehouse.signIn(page);
  const scripts = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`${gatehouse.address}/runs/${runId}`, { waitUntil: 'commit' });
  const note = page.getByRole('textbox', { name: 'What is missing?' });
  await note.fill('Typed at once');
  scripts.resolve();
  await expect(page.getByRole('main').locator('[data-connection]')).toHaveText('live');
  await expect(note).toHaveValue('Typed at once');

  await rowOf(page, 'Until approved').click();
  await expect(page.getByRole('complementary', { name: 'Details of Until approved' })).toBeVisible();
});
