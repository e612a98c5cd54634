// A run with very many files: all are counted, reached, shown and addressed, though its page begins with the first of them.
import { weighPage } from '#lib/bench/pages/weigh-page.ts';
import { checkPage } from './fixtures/check-page.ts';
import { tabOf } from './fixtures/run-page.ts';
import { expectStatus } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const rounds = 4;
const pairs = rounds * 90;
/** An attempt keeps at most 200: rounds of `shot-1-01.png`, `note-1-01.txt` and so on. */
const source = `gatehouse: 1
name: Many files
nodes:
  again: { type: loop, body: shoot, done: over, max: ${rounds} }
  shoot:
    type: cli
    env: { ROUND: "\${loop.index + 1}" }
    script: |
      cd "$GATEHOUSE_ARTIFACTS"
      echo ${pixel} | base64 -d > one
      for n in $(seq -w 1 90); do cp one shot-$ROUND-$n.png; echo note $ROUND $n > note-$ROUND-$n.txt; done
      rm one
  back: { type: end_loop, loop: again }
  over: { type: end }
`;

test('of a run with more files than its page begins with, every file is counted, reached by keys and has an address', async ({
  gatehouse,
  page,
}) => {
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source });
  await expectStatus(gatehouse, body.id, 'completed');
  const address = `${gatehouse.address}/runs/${body.id}`;
  await gatehouse.signIn(page);
  const { html } = await weighPage(page, address);
  expect(html).toBeLessThanOrEqual(150_000);
  const strip = page.getByRole('region', { name: 'Film strip' });
  await expect(strip).toContainText(`${pairs} images`);
  await expect(tabOf(page, /^Artifacts/)).toHaveAccessibleName(/720/);

  // The strip stands for all of them, and keys go through all of them.
  await strip.getByRole('button').last().click();
  const large = page.getByRole('dialog');
  await page.keyboard.press('End');
  await expect(large).toContainText(`${pairs} of ${pairs} · shoot`);
  await page.keyboard.press('ArrowRight');
  await expect(large).toContainText(`1 of ${pairs} · shoot`);
  // However fast they are pressed.
  for (let press = 0; press < 30; press++) await page.keyboard.press('ArrowRight');
  await expect(large).toContainText(`31 of ${pairs} · shoot`);
  for (let press = 0; press < 32; press++) await page.keyboard.press('ArrowLeft');
  await expect(large).toContainText(`${pairs - 1} of ${pairs} · shoot`);
  const name = (await large.getByRole('heading').textContent()) ?? '';
  const shown = /artifacts\/(\w+)/.exec((await large.getByRole('img').getAttribute('src')) ?? '')?.[1];
  await expect(page).toHaveURL(new RegExp(`artifact=${shown}`));
  await page.reload();
  await expect(page.getByRole('dialog', { name })).toContainText(`${pairs - 1} of ${pairs} · shoot`);
  await page.keyboard.press('Escape');

  // Tiles are drawn where one looks, and a name finds one.
  await tabOf(page, /^Artifacts/).click();
  const files = page.getByRole('region', { name: 'Artifacts' });
  await expect(files.getByRole('link', { name: /^\w/ }).first()).toBeVisible();
  expect(await files.getByRole('article').count()).toBeLessThan(100);
  await checkPage(page);
  const last = files.getByRole('listitem').last();
  await page.mouse.move(640, 360);
  await page.mouse.wheel(0, 1_000_000);
  await expect(last).toHaveAttribute('aria-posinset', String(2 * pairs));
  await expect(last).toBeInViewport();
  await page.getByRole('searchbox', { name: 'Filter files' }).fill(`note-4-77`);
  await expect(files).toContainText(`1 of ${(2 * pairs).toLocaleString('en')}`);
  await files.getByRole('link', { name: `note-4-77.txt`, exact: true }).click();
  const preview = page.getByRole('dialog', { name: `note-4-77.txt` });
  await expect(preview).toContainText(`note 4 77`);
  await expect(preview).toContainText(`of ${pairs}`);
  await page.reload();
  await expect(preview).toContainText(`note 4 77`);
});
