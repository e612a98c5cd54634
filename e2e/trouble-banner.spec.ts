// When the console itself is in trouble every page says so, by itself, and stops saying so when it is over.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures/test.ts';

test('D8 trouble with the files of runs is on every page, without a reload, until it is over', async ({
  gatehouse,
  page,
  visitors,
}) => {
  visitors.expectErrors(/\/api\/ready: .* 503/);
  await gatehouse.signIn(page);
  const heading = page.getByRole('heading', { level: 1 });
  const before = await heading.boundingBox();
  const banner = page.getByRole('alert').filter({ hasText: 'The files of runs cannot be written' });
  await expect(banner).toHaveCount(0);

  // A file in the place of the folder: nothing can be written below it, whoever the user is.
  const runs = join(gatehouse.data, 'runs');
  renameSync(runs, `${runs}-away`);
  writeFileSync(runs, '');
  await expect(banner).toBeVisible();
  expect((await heading.boundingBox())?.y, 'the banner takes its own room').toBeGreaterThan(before?.y ?? 0);
  expect((await gatehouse.api('GET', '/api/ready')).status).toBe(503);

  await page.goto(`${gatehouse.address}/settings`);
  await expect(banner).toBeVisible();
  await expect(page.getByText(/The files of runs cannot be written.*Since/)).toBeVisible();

  rmSync(runs);
  renameSync(`${runs}-away`, runs);
  await expect(banner).toBeHidden();
  expect(await gatehouse.api('GET', '/api/ready')).toMatchObject({ status: 200, body: { ok: true } });
});
