// The timeline at any size: the part of time that is looked at, what is folded, and every row by keys.
import type { Page } from '@playwright/test';
import { checkPage } from './fixtures/check-page.ts';
import { rowOf } from './fixtures/run-page.ts';
import { expectStatus } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

const source = `gatehouse: 1
name: Work and wait
nodes:
  early: { type: cli, script: "sleep 0.4" }
  pause: { type: wait, for: 3s }
  late: { type: cli, script: "sleep 0.4" }
`;

const timelineOf = (page: Page) => page.getByRole('region', { name: 'Timeline' });
const brushOf = (page: Page) => timelineOf(page).getByRole('group', { name: 'Time of the whole run' });
const barsOf = (page: Page, key: string) => timelineOf(page).locator(`[data-row="${key}"] [data-bar]`);
const slider = (page: Page, name: string) => timelineOf(page).getByRole('slider', { name });

test('time is zoomed, brushed and shared by its address; folded waiting says how long and opens; panes remember', async ({
  gatehouse,
  page,
}) => {
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source });
  await expectStatus(gatehouse, body.id, 'completed');
  await gatehouse.signIn(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${gatehouse.address}/runs/${body.id}`);
  await expect(slider(page, 'Start of what is shown')).toHaveAttribute('aria-valuenow', '0');

  // Folded, the wait is as wide as it must be to be read; opened, it is as long as it was.
  const widthOf = async (key: string) => (await barsOf(page, key).last().boundingBox())?.width ?? 0;
  const folded = await widthOf('pause');
  const fold = timelineOf(page).getByRole('button', { name: /^3\.\d s folded$/ });
  await fold.click();
  await expect.poll(() => widthOf('pause')).toBeGreaterThan(folded * 2);
  await timelineOf(page)
    .getByRole('button', { name: /^3\.\d s of waiting$/ })
    .click();
  await expect.poll(() => widthOf('pause')).toBe(folded);

  // Keys zoom; the brush follows, and the address with it.
  for (let times = 0; times < 12; times += 1) await page.keyboard.press('+');
  await expect(page).toHaveURL(/window=\d+-\d+/);
  await expect(timelineOf(page).locator('[data-bar]')).toHaveCount(1);
  await expect(rowOf(page, 'early')).toBeVisible();
  await timelineOf(page).getByRole('button', { name: 'Whole run' }).click();
  await expect(page).not.toHaveURL(/window=/);
  await expect(barsOf(page, 'early')).toHaveCount(1);

  // The wheel zooms where the pointer is, and a line says which moment that is.
  const lateBox = await barsOf(page, 'late').boundingBox();
  if (!lateBox) throw new Error('late has no bar');
  await page.mouse.move(lateBox.x + lateBox.width / 2, lateBox.y + 4);
  await expect(timelineOf(page).getByText(/^\d[\d.]* s · \d\d:\d\d:\d\d\.\d{3}$/)).toBeVisible();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -1500);
  await page.keyboard.up('Control');
  await expect(barsOf(page, 'early')).toHaveCount(0);
  await expect(barsOf(page, 'late')).toHaveCount(1);
  await page.keyboard.press('0');
  await expect(barsOf(page, 'early')).toHaveCount(1);

  // Dragged over, the brush shows that part; its edges and the part itself are sliders for keys and hands.
  const box = await brushOf(page).boundingBox();
  if (!box) throw new Error('the brush is not drawn');
  const at = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const;
  await page.mouse.move(...at(0.02));
  await page.mouse.down();
  await page.mouse.move(...at(0.2), { steps: 4 });
  await page.mouse.up();
  await expect(barsOf(page, 'late')).toHaveCount(0);
  await expect(barsOf(page, 'early')).toHaveCount(1);
  await slider(page, 'End of what is shown').press('End');
  await expect(barsOf(page, 'late')).toHaveCount(1);
  await slider(page, 'Start of what is shown').press('Home');
  await expect(page).not.toHaveURL(/window=/);
  await slider(page, 'Zoom').fill('40');
  await slider(page, 'Shown part of the run').press('End');
  await expect(barsOf(page, 'late')).toHaveCount(1);
  await expect(barsOf(page, 'early')).toHaveCount(0);
  await checkPage(page);
  const part = await slider(page, 'Shown part of the run').getAttribute('aria-valuetext');

  // Where the names end is the reader's to say.
  const names = page.getByRole('separator', { name: 'Width of the names' });
  await names.press('ArrowRight');
  await names.press('ArrowRight');
  await expect(names).toHaveAttribute('aria-valuenow', '312');

  await expect(page).toHaveURL(/window=/);
  await page.reload();
  await expect(slider(page, 'Shown part of the run')).toHaveAttribute('aria-valuetext', part ?? '');
  await expect(names).toHaveAttribute('aria-valuenow', '312');
});

const rounds = `gatehouse: 1
name: Rounds and items
nodes:
  again: { type: loop, body: work, done: each, max: 3 }
  work: { type: cli, command: [test, "\${loop.index}", "!=", "1"], on_failure: skip }
  back: { type: end_loop, loop: again }
  each: { type: map, items: [x, y], body: piece, next: call }
  piece: { type: cli, command: ["true"], next: join }
  call: { type: tool, server: files, tool: look, enabled: false }
servers:
  files: { command: "true" }
`;

test('U24 arrow keys reach rounds, items and calls; a loop folds into its strip, and a round that is chosen is shown', async ({
  gatehouse,
  page,
}) => {
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source: rounds });
  await expectStatus(gatehouse, body.id, 'completed');
  await gatehouse.signIn(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${gatehouse.address}/runs/${body.id}`);
  const round = (name: RegExp) => timelineOf(page).getByRole('button', { name });

  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'again')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(round(/^Round 1 · completed · \d/)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(round(/^Round 2 · failed · \d/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/window=\d+-\d+/);
  await expect(round(/^Round 2 · failed/)).toHaveAttribute('aria-current', 'true');
  await expect(round(/^Round 1/)).toHaveCount(0);
  await expect(barsOf(page, 'each')).toHaveCount(0);
  await page.keyboard.press('0');
  await expect(round(/^Round 1/)).toHaveCount(1);

  // Out of the rounds and into the fold: what is left of the loop is its strip.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(rowOf(page, 'again')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(rowOf(page, 'work')).toHaveCount(0);
  await expect(round(/^Round \d/)).toHaveCount(3);

  // A failure that is folded away is found all the same.
  await page.keyboard.press('f');
  await expect(rowOf(page, 'work')).toBeFocused();
  await expect(page).toHaveURL(/node=work&visit=2/);

  await page.keyboard.press('w');
  await expect(rowOf(page, '0 · x · piece')).toHaveCount(0);
  await expect(rowOf(page, 'again')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'each')).toBeFocused();
  await page.keyboard.press('e');
  await expect(rowOf(page, '0 · x · piece')).toBeVisible();
  for (const name of ['0 · x · piece', '1 · y · piece', 'call', 'files\\.look']) {
    await page.keyboard.press('ArrowDown');
    await expect(rowOf(page, name)).toBeFocused();
  }
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Details of call' })).toBeFocused();
});
