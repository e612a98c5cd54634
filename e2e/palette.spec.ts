import { checkPage } from './fixtures/check-page.ts';
import { gateOf, statusOf } from './fixtures/run-page.ts';
import { openGate, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test('U19 the palette finds the oldest of many runs, goes to gates and nodes, and does what it offers', async ({
  gatehouse,
  page,
}) => {
  const oldest = await startRun(gatehouse, 'hello-gates', { title: 'The very first report' });
  await openGate(gatehouse, oldest, 'review');
  for (let batch = 0; batch < 6; batch += 1) {
    await Promise.all(Array.from({ length: 10 }, () => startRun(gatehouse, 'chatter', { lines: 1 })));
  }
  await gatehouse.signIn(page);
  await expect(page.locator('[data-live=live]')).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Find and do' });
  const field = palette.getByRole('combobox');
  const open = async (typed: string) => {
    await page.keyboard.press('Control+k');
    await field.fill(typed);
  };

  await open('very first report');
  const found = palette.getByRole('option', { name: /Hello gates #/ });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await checkPage(page);
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/runs/${oldest}$`));

  await open('no such thing anywhere');
  await expect(palette.getByText('Nothing matches “no such thing anywhere”.')).toBeVisible();
  await field.fill('node collect');
  await expect(palette.getByRole('option', { selected: true })).toContainText('Collect figures');
  await page.keyboard.press('Enter');
  await page.waitForURL(/node=collect/);

  await page.goto(`${gatehouse.address}/workflows`);
  await open('answer report');
  await expect(palette.getByRole('option', { name: /Answer: Is this report ready/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL(/#gate$/);
  await expect(gateOf(page, 'Is this report ready?')).toBeVisible();

  await open('theme dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await open('cancel the run');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Cancel the run' });
  await expect(question).toContainText('What is running is stopped');
  await question.getByRole('button', { name: 'Cancel the run' }).click();
  await expect(statusOf(page)).toContainText('Cancelled');
});

test('the palette says when the console does not answer, and finds again when it does', async ({
  gatehouse,
  page,
  visitors,
}) => {
  visitors.expectErrors(/net::ERR_/);
  await startRun(gatehouse, 'two-questions');
  await gatehouse.signIn(page);
  await expect(page.locator('[data-live=live]')).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find and do' });
  await expect(palette.getByRole('option', { name: /Two questions #/ })).toBeVisible();
  await page.route('**/api/runs*', (route) => route.abort());
  await palette.getByRole('combobox').fill('two');
  await expect(palette.getByRole('alert')).toContainText('The console did not answer');
  await page.unroute('**/api/runs*');
  await palette.getByRole('button', { name: 'Try again' }).click();
  await expect(palette.getByRole('alert')).toHaveCount(0);
  await expect(palette.getByRole('option', { name: /Two questions #/ })).toBeVisible();
});
