// A whole run with no hand on a mouse: the story never clicks. Wherever the keys lead, the focus can be seen and is not lost.
import type { Locator, Page } from '@playwright/test';
import { connectionOf, gateOf, statusOf } from './fixtures/run-page.ts';
import { expect, test } from './fixtures/test.ts';

/** With Tab, as people do; fails where the focus is on nothing or cannot be seen. */
async function tabTo(page: Page, wanted: Locator) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    await expect(focused, 'the focus is lost').toHaveCount(1);
    if (await wanted.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(wanted).toBeFocused();
  const isSeen = await wanted.evaluate((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  });
  expect(isSeen, 'the focus can be seen').toBe(true);
}

test('with the keyboard alone a run is started, its gates are answered and its log is read', async ({
  gatehouse,
  page,
}) => {
  await gatehouse.signIn(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Hello gates');
  await expect(
    page
      .getByRole('dialog')
      .getByRole('option', { name: /Hello gates/ })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/workflows\/hello-gates/);
  await tabTo(page, page.getByRole('button', { name: 'Start', exact: true }));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/runs\/[^/]+$/);
  await expect(connectionOf(page)).toHaveText('live');

  const review = gateOf(page, 'Is this report ready?');
  await expect(review).toBeVisible();
  await page.keyboard.press('a');
  await tabTo(page, review.getByRole('button', { name: 'It is ready' }));
  await page.keyboard.press('Enter');
  const approve = gateOf(page, /Publish .* for everyone\?/);
  await expect(approve).toBeVisible();
  await tabTo(page, approve.getByRole('button', { name: 'Approve' }));
  await page.keyboard.press('Enter');
  await expect(statusOf(page)).toContainText('Completed');

  await tabTo(page, page.getByRole('navigation', { name: 'Views of this run' }).getByRole('link', { name: 'Logs' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Logs' })).toContainText('visitors: 1284');
});
