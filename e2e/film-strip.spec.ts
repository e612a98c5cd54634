// Screenshots on the time axis, large one after another, and one against the one before it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { checkPage } from './fixtures/check-page.ts';
import { expectStatus, readEvents } from './fixtures/runs.ts';
import { root } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

const source = `gatehouse: 1
name: Screens
inputs: { picture: { type: file } }
nodes:
  early:
    type: cli
    script: 'cp "$SEEN" page.png; cp "$SEEN" menu.png'
    env: { SEEN: "\${inputs.picture.path}" }
    artifacts: [page.png, menu.png]
  pause: { type: wait, for: 3s }
  slow: { type: cli, script: "sleep 1" }
  late: { type: cli, command: [cp, "\${inputs.picture.path}", late.png], artifacts: [late.png] }
`;
const picture = readFileSync(join(root, 'app/_pictures/run-page.png')).toString('base64');

const stripOf = (page: Page) => page.getByRole('region', { name: 'Film strip' });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

test('screenshots stand on the time axis, stacked where they would overlap, and open large with an address and a slider between two', async ({
  gatehouse,
  page,
}) => {
  const inputs = { picture: { name: 'seen.png', base64: picture } };
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source, inputs });
  await expectStatus(gatehouse, body.id, 'completed');
  const saved = (await readEvents(gatehouse, body.id)).filter((event) => event.type === 'artifact_saved');
  const [one = '', two = ''] = saved.map(({ data }) => data.name);
  await gatehouse.signIn(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${gatehouse.address}/runs/${body.id}`);

  await checkPage(page);

  // Two of the same moment are a stack; the one after the wait stands at the end, where its bar ends.
  const stack = stripOf(page).getByRole('button', { name: `2 images, ${two} · early · ` });
  const last = stripOf(page).getByRole('button', { name: /^late\.png · late · / });
  await expect(stack).toBeVisible();
  const bar = await page.locator('[data-row="late"] [data-bar]').last().boundingBox();
  const thumb = await last.boundingBox();
  const rightOf = (box: typeof bar) => (box?.x ?? 0) + (box?.width ?? 0);
  expect(Math.abs(rightOf(thumb) - rightOf(bar))).toBeLessThan(40);

  // The moment of the scrubber is marked, and what was not there yet is still in its place.
  const track = page.getByRole('slider', { name: 'Event' });
  const before = await track.boundingBox();
  await track.fill(String(saved[0]?.seq));
  await expect(stripOf(page).getByRole('button', { name: `2 images, ${one}` })).toHaveAttribute('aria-current', 'true');
  expect(await last.boundingBox()).toEqual(thumb);
  expect(await track.boundingBox()).toEqual(before);
  await page.getByRole('button', { name: 'Back to now' }).click();

  // By keys from picture to picture, and large.
  await stack.focus();
  await page.keyboard.press('ArrowRight');
  await expect(last).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, 'late.png')).toContainText('3 of 3 · late');
  await expect(page).toHaveURL(/artifact=/);
  const address = page.url();
  await page.keyboard.press('ArrowLeft');
  await expect(dialogOf(page, two)).toContainText('2 of 3');
  await page.keyboard.press('Home');
  await expect(dialogOf(page, one)).toContainText('1 of 3');
  await page.keyboard.press('+');
  await expect(dialogOf(page, one).getByRole('region', { name: '150 %' })).toBeVisible();
  await page.keyboard.press('0');
  await expect(dialogOf(page, one).getByRole('region', { name: 'The whole image' })).toBeVisible();
  await page.keyboard.press('End');

  // The address is enough for somebody else to see the same image.
  await expect(dialogOf(page, 'late.png')).toBeVisible();
  await expect(page).toHaveURL(address);
  await page.reload();
  const late = dialogOf(page, 'late.png');
  await late.getByRole('button', { name: 'Before and after' }).click();
  await expect(late.getByRole('img', { name: `Before: ${two}` })).toBeVisible();
  await checkPage(page);
  const share = late.getByRole('slider', { name: 'How much is seen of the image before' });
  await share.press('ArrowRight');
  await expect(share).toHaveValue('51');
  await late.getByRole('combobox', { name: 'The image before' }).selectOption({ index: 0 });
  await expect(late.getByRole('img', { name: `Before: ${one}` })).toBeVisible();
  await page.reload();
  await expect(late.getByRole('img', { name: `Before: ${one}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(late).toHaveCount(0);
  await expect(page).not.toHaveURL(/artifact=/);
});
