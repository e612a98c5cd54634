// The graph of a run and of a workflow: words at its ways, and a drawing that moves, grows, fits and finds what goes on.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { largeWorkflow } from '#lib/testing/engine/large-workflow.ts';
import type { GatehouseConsole } from './fixtures/console.ts';
import { tabOf } from './fixtures/run-page.ts';
import { answer, expectStatus, openGate, startRun } from './fixtures/runs.ts';
import { token } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

const small = `
  draft: { type: cli, command: ["true"] }
  again: { type: loop, body: polish, done: judge, until: "loop.index >= 1", max: 5 }
  polish: { type: cli, command: ["true"] }
  back: { type: end_loop, loop: again }
  judge: { type: if, condition: "true", then: ask, else: stop }
  ask: { type: gate, kind: question, message: Ship it?, options: [{ id: yes, label: Ship }, { id: no, label: Begin again }], on: { yes: done, no: draft } }
  done: { type: end }
  stop: { type: end, outcome: failure }`;

function writeWorkflow(gatehouse: GatehouseConsole, name: string, nodes: string) {
  const text = `gatehouse: 1\nname: ${name}\nnodes:${nodes}\n`;
  writeFileSync(join(gatehouse.env.GATEHOUSE_WORKFLOWS, `${name}.yaml`), text);
}

const graphOf = (page: Page) => page.getByRole('region', { name: 'Graph' });
const canvasOf = (page: Page) => page.getByRole('region', { name: 'Drawing' });
const widthOf = (drawing: Locator) =>
  drawing
    .locator('svg')
    .first()
    .evaluate((svg) => svg.getBoundingClientRect().width);

/** Whether the whole of it is inside of what is seen. */
const isSeen = async (inner: Locator, outer: Locator) => {
  const [a, b] = [await inner.boundingBox(), await outer.boundingBox()];
  return (
    a !== null &&
    b !== null &&
    a.x >= b.x &&
    a.y >= b.y &&
    a.x + a.width <= b.x + b.width &&
    a.y + a.height <= b.y + b.height
  );
};

test('ways say what they are, those that were taken are solid, a loop counts its rounds and Enter chooses a node', async ({
  gatehouse,
  page,
}) => {
  writeWorkflow(gatehouse, 'ways', small);
  const runId = await startRun(gatehouse, 'ways');
  const gate = await openGate(gatehouse, runId, 'ask');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}?tab=graph`);
  const graph = graphOf(page);
  for (const words of ['each round', 'next round', 'done', 'then', 'else', 'Ship', 'Begin again']) {
    await expect(graph.getByText(words, { exact: true }).first()).toBeVisible();
  }
  const edge = (from: string, to: string) => graph.locator(`[data-edge="${from} ${to}"]`);
  await expect(edge('judge', 'ask')).toHaveAttribute('data-taken', 'true');
  await expect(edge('judge', 'stop')).toHaveAttribute('data-taken', 'false');
  await expect(graph.getByRole('link', { name: 'again loop · round 2 of 5 , completed' })).toBeVisible();
  // The first arrow comes to what goes on, the others go along the ways and across them, and Enter opens the node.
  const nodeNamed = (name: string) => graph.getByRole('link', { name: new RegExp(`^${name} `) });
  await page.keyboard.press('ArrowLeft');
  await expect(nodeNamed('ask')).toBeFocused();
  const way = ['judge', 'again', 'judge', 'polish'];
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowLeft']) {
    await page.keyboard.press(key);
    await expect(nodeNamed(way.shift() ?? '')).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/node=polish/);
  await expect(graph.getByRole('link', { name: /^polish cli/ })).toHaveAttribute('aria-current', 'true');
  await answer(gatehouse, gate, 'yes');
  await expect(edge('ask', 'done')).toHaveAttribute('data-taken', 'true');
  await expectStatus(gatehouse, runId, 'completed');
});

test('a graph of 200 nodes opens at what goes on, and is moved, enlarged and fitted by mouse and by keys', async ({
  gatehouse,
  page,
}) => {
  const quick = largeWorkflow(200, 2).replaceAll('type: cli, command: ["true"]', 'type: checkpoint');
  const nodes = quick
    .replaceAll('max: 9', 'max: 1')
    .replace(/\n {2}last: .*/, '\n  last: { type: gate, message: Is it over? }');
  writeWorkflow(gatehouse, 'large', nodes);
  const runId = await startRun(gatehouse, 'large');
  await openGate(gatehouse, runId, 'last');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  await tabOf(page, /^Graph/).click();
  const [graph, canvas] = [graphOf(page), canvasOf(page)];
  const active = graph.getByRole('link', { name: /, waiting$/ }).first();
  await expect.poll(() => isSeen(active, canvas)).toBe(true);

  const first = graph.getByRole('link', { name: /^first checkpoint/ });
  await page.keyboard.press('0');
  await expect.poll(() => isSeen(first, canvas)).toBe(true);
  const whole = await widthOf(canvas);
  expect(whole).toBeLessThanOrEqual(await canvas.evaluate((element) => element.clientWidth));
  await graph.getByRole('button', { name: 'Zoom in' }).click();
  await page.keyboard.press('+');
  await expect.poll(() => widthOf(canvas)).toBeCloseTo(whole * 1.25 ** 2, 0);
  await page.keyboard.press('-');
  await expect.poll(() => widthOf(canvas)).toBeCloseTo(whole * 1.25, 0);

  await page.keyboard.press('0');
  for (let press = 0; press < 12; press++) await page.keyboard.press('+');
  await graph.getByRole('button', { name: 'Centre on what is active' }).click();
  await expect.poll(() => isSeen(active, canvas)).toBe(true);
  const scrolled = () => canvas.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  const before = await scrolled();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the canvas is not drawn');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 40);
  await page.mouse.up();
  expect(await scrolled()).toEqual(before.map((at, index) => at - (index === 0 ? 60 : 40)));
  await expect(page).not.toHaveURL(/node=/);

  // Arrows bring what they come to into sight; with Shift they move the drawing.
  await canvas.focus();
  await page.keyboard.press('ArrowDown');
  await expect(active).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  const reached = graph.locator('[data-node]:focus');
  await expect(reached).not.toHaveAttribute('data-node', 'last');
  await expect.poll(() => isSeen(reached, canvas)).toBe(true);
  const there = await scrolled();
  await page.keyboard.press('Shift+ArrowUp');
  expect(await scrolled()).toEqual([there[0], (there[1] ?? 0) - 120]);

  const enlarged = await widthOf(canvas);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, 120);
  await page.keyboard.up('Control');
  await expect.poll(() => widthOf(canvas)).toBeLessThan(enlarged);
  await graph.getByRole('button', { name: 'Fit' }).click();
  await expect.poll(() => widthOf(canvas)).toBeCloseTo(whole, 0);
});

test('the page of a workflow has the same drawing beside its source, and without scripts it can be scrolled', async ({
  gatehouse,
  visitors,
}) => {
  writeWorkflow(gatehouse, 'ways', small);
  const page = await (await visitors.visit({ javaScriptEnabled: false })).newPage();
  await page.goto(`${gatehouse.address}/workflows/ways`);
  await page.getByLabel('Or paste the API token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const canvas = canvasOf(page);
  await expect(canvas.getByText('Begin again', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeHidden();
  await canvas.getByRole('link', { name: 'judge if' }).click();
  await expect(page).toHaveURL(/#line-8$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(canvas).toBeHidden();
  await expect(page.getByRole('link', { name: 'judge' })).toBeVisible();
});
