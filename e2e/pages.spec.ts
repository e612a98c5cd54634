// What pages owe to people who look at long, failed and oddly named runs, on narrow screens too.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { GatehouseConsole } from './fixtures/console.ts';
import { rowOf, statusOf, tabOf } from './fixtures/run-page.ts';
import { answer, expectStatus, openGate, readRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

async function start(gatehouse: GatehouseConsole, nodes: string, head = 'name: Scratch'): Promise<string> {
  const source = `gatehouse: 1\n${head}\nnodes:\n${nodes}`;
  const { status, body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

async function open(gatehouse: GatehouseConsole, page: Page, path: string) {
  await gatehouse.signIn(page);
  await page.goto(gatehouse.address + path);
}

const timelineOf = (page: Page) => page.getByRole('region', { name: 'Timeline' });
/** Where its bars begin and end on the screen, from the left edge of the first to the right edge of the last. */
async function spanOf(page: Page, node: string): Promise<[number, number]> {
  const boxes = await timelineOf(page)
    .locator(`[data-row="${node}"] [data-bar]`)
    .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect()));
  return [Math.min(...boxes.map(({ left }) => left)), Math.max(...boxes.map(({ right }) => right))].map(Math.round) as [
    number,
    number,
  ];
}

test('U1 a run of 50,000 events shows its whole timeline, followed live and after a reload', async ({
  gatehouse,
  page,
}) => {
  test.setTimeout(240_000);
  const runId = await start(
    gatehouse,
    `
  first: { type: cli, command: [sleep, "2"] }
  again: { type: loop, body: step, done: over, max: 6300 }
  step: { type: action, do: [{ type: set_state, field: computed.n, value: "\${loop.index}" }], max_visits: 9000 }
  back: { type: end_loop, loop: again, max_visits: 9000 }
  over: { type: end }`,
  );
  await open(gatehouse, page, `/runs/${runId}`);
  await expect(statusOf(page)).toContainText('Completed', { timeout: 200_000 });
  const { seq } = await readRun(gatehouse, runId);
  expect(seq).toBeGreaterThan(50_000);
  await expect(tabOf(page, /^Trace/)).toContainText(seq.toLocaleString('en'));
  const live = { first: await spanOf(page, 'first'), step: await spanOf(page, 'step') };
  expect(live.first[1] - live.first[0]).toBeGreaterThan(20);
  expect(live.step[1]).toBeGreaterThan(live.first[1]);

  await page.reload();
  await expect(rowOf(page, 'first')).toBeVisible();
  const again = { first: await spanOf(page, 'first'), step: await spanOf(page, 'step') };
  for (const [node, edges] of Object.entries(again)) {
    for (const [index, edge] of edges.entries()) {
      expect(Math.abs(edge - (live[node as keyof typeof live][index] ?? 0)), `${node} ${index}`).toBeLessThanOrEqual(3);
    }
  }

  // A hand that drags the scrubber over all of it finds the track, the brush and the bars where they were.
  const track = page.getByRole('slider', { name: 'Event' });
  const brush = timelineOf(page).getByRole('group', { name: 'Time of the whole run' });
  const places = async () => [await track.boundingBox(), await brush.boundingBox(), (await spanOf(page, 'first'))[0]];
  const still = await places();
  const box = await track.boundingBox();
  if (!box) throw new Error('the scrubber is not drawn');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width - 8, y);
  await page.mouse.down();
  for (const share of [0.8, 0.6, 0.4]) {
    await page.mouse.move(box.x + box.width * share, y, { steps: 5 });
    expect(await places()).toEqual(still);
  }
  await page.mouse.up();
  await expect(page).toHaveURL(/at=\d+/);
  await expect(timelineOf(page).locator('[data-moment]')).toBeVisible();
  expect(await places()).toEqual(still);
  await page.getByRole('button', { name: 'Back to now' }).click();

  // Looked at nearer, one bar of many is all of them again: what the page was not sent is read when it is wanted.
  const bars = timelineOf(page).locator('[data-row="step"] [data-bar]');
  const titles = () => bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('title') ?? ''));
  const coarse = async () =>
    (await titles()).filter((one) => /^\d+ visits/.test(one) && !/, [01] ms$/.test(one)).length;
  expect(await coarse()).toBeGreaterThan(10);
  // In the middle of the loop, with room to both sides however fast this machine is.
  const whole = Number(await brush.getByRole('slider', { name: 'End of what is shown' }).getAttribute('aria-valuemax'));
  const middle = Math.round((2000 + whole) / 2);
  const width = Math.round(Math.min(400, (whole - 2000) / 8));
  await page.goto(`${gatehouse.address}/runs/${runId}?window=${middle}-${middle + width}`);
  const near = timelineOf(page).getByRole('slider', { name: 'Shown part of the run' });
  await near.press('ArrowRight');
  await near.press('PageUp');
  await expect(page).toHaveURL(/window=\d+-/);
  await expect(page).not.toHaveURL(new RegExp(`window=${middle}-`));
  await expect.poll(coarse).toBe(0);
  // However many a machine does in that time: none is missing between the first and the last of them.
  const gaps = () =>
    bars.evaluateAll((all) => {
      const parts = all.map((bar) => ({
        visit: Number(new URL((bar as HTMLAnchorElement).href).searchParams.get('visit')),
        count: Number(/^(\d+) visits/.exec(bar.getAttribute('title') ?? '')?.[1] ?? 1),
      }));
      return parts
        .slice(1)
        .filter(({ visit }, index) => visit !== (parts[index]?.visit ?? 0) + (parts[index]?.count ?? 0));
    });
  await expect.poll(gaps).toEqual([]);
  expect(await bars.count()).toBeGreaterThan(3);
  await page.goto(`${gatehouse.address}/runs/${runId}?node=step&visit=3`);
  await expect(page.getByRole('complementary', { name: 'Details of step' })).toContainText('Visit 3 · Attempt 1');
});

test('U2 a click on a bar opens the visit that it stands for', async ({ gatehouse, page }) => {
  const runId = await start(
    gatehouse,
    `
  again: { type: loop, body: work, done: over, max: 2 }
  work: { type: cli, command: [sleep, "0.4"] }
  back: { type: end_loop, loop: again }
  over: { type: end }`,
  );
  await expectStatus(gatehouse, runId, 'completed');
  await open(gatehouse, page, `/runs/${runId}`);
  const bars = timelineOf(page).locator('[data-row="work"] [data-bar]');
  await bars.nth(1).click();
  await expect(page).toHaveURL(/node=work&visit=2$/);
  await bars.nth(0).click();
  await expect(page).toHaveURL(/node=work&visit=1$/);
  const column = await timelineOf(page).locator('[data-row="over"]').boundingBox();
  await page.mouse.click((column?.x ?? 0) + (column?.width ?? 0) * 0.5, (column?.y ?? 0) + 10);
  await expect(page).toHaveURL(/node=over$/);
});

test('U4 the last line of 60,000 is on the screen when its command has failed', async ({ gatehouse, page }) => {
  const runId = await start(
    gatehouse,
    `
  build: { type: cli, script: "seq 1 60000; echo FATAL: out of memory; exit 3", on_failure: fail }
  over: { type: end }`,
  );
  await expectStatus(gatehouse, runId, 'failed');
  await open(gatehouse, page, `/runs/${runId}?node=build`);
  const details = page.getByRole('complementary', { name: 'Details of build' });
  const printed = details.getByLabel('Standard output');
  await expect(printed).toContainText('60000\nFATAL: out of memory');
  await expect(details).toContainText('the end of it');
  const below = () => printed.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
  await expect.poll(below, { intervals: [50] }).toBeLessThan(2);
  expect(await details.evaluate((box) => box.scrollHeight)).toBeLessThan(3000);
});

test('U13 one long name makes no card wider than a phone', async ({ gatehouse, visitors }) => {
  const name = 'AnUnbreakableName'.repeat(8);
  const source = `gatehouse: 1\nname: ${name}\ndescription: https://example.org/${name}\nnodes: { over: { type: end } }\n`;
  writeFileSync(join(gatehouse.env.GATEHOUSE_WORKFLOWS, 'long-name.yaml'), source);
  const page = await (await visitors.visit({ viewport: { width: 390, height: 844 }, isMobile: true })).newPage();
  await open(gatehouse, page, '/workflows');
  await expect(page.getByRole('heading', { name })).toBeVisible();
  const widest = await page
    .locator('main li')
    .evaluateAll((cards) => Math.max(...cards.map((card) => card.clientWidth)));
  expect(widest).toBeLessThanOrEqual(390);
  await page.goto(`${gatehouse.address}/workflows/long-name`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('U14 between a phone and a desk a run is known by its name, and no two headings share a place', async ({
  gatehouse,
  page,
}) => {
  const runId = await start(gatehouse, '  ask: { type: gate, kind: approval }', 'name: Monthly figures of all shops');
  await openGate(gatehouse, runId, 'ask');
  await gatehouse.signIn(page);
  const addresses = ['/runs', '/runs?columns=now,progress,duration,started,by,cost,version,input.shop'];
  const widths = [768, 840, 900, 1000, 1280, 1440];
  for (const [width, address] of widths.flatMap((width) => addresses.map((address) => [width, address] as const))) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(gatehouse.address + address);
    const cell = page
      .getByRole('row', { name: /Monthly figures/ })
      .getByRole('cell')
      .nth(1);
    expect((await cell.boundingBox())?.width, `at ${width}`).toBeGreaterThan(190);
    const heads = await page
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((head) => head.getBoundingClientRect()));
    for (const [index, head] of heads.entries()) {
      const before = heads[index - 1];
      if (before) expect(head.left, `at ${width}`).toBeGreaterThanOrEqual(before.right - 1);
      expect(head.width, `at ${width}`).toBeGreaterThan(60);
    }
  }
});

test('U15 U25 tabs lie below a header of one line at every width, and stay where they are when one is chosen', async ({
  gatehouse,
  page,
}) => {
  const head = 'name: A workflow whose name is rather longer than the bar at the top of its page has room for';
  const runId = await start(gatehouse, '  ask: { type: gate, kind: approval }', head);
  await openGate(gatehouse, runId, 'ask');
  await gatehouse.signIn(page);
  for (const width of [768, 900, 1024, 1440]) {
    await page.setViewportSize({ width, height: 420 });
    await page.goto(`${gatehouse.address}/runs/${runId}`);
    await page.evaluate(() => window.scrollTo(0, 5000));
    const header = await page.getByRole('main').locator('header').first().boundingBox();
    const tabs = page.getByRole('navigation', { name: 'Views of this run' });
    expect(header?.height, `at ${width}`).toBe(52);
    expect((await tabs.boundingBox())?.y, `at ${width}`).toBeGreaterThanOrEqual(52);
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(heading?.width, `at ${width}`).toBeGreaterThan(90);
  }
  const places = () =>
    page
      .getByRole('navigation', { name: 'Views of this run' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().left)));
  const before = await places();
  for (const name of [/^Graph/, /^Trace/, /^Artifacts/, /^State/]) {
    await tabOf(page, name).click();
    await expect(tabOf(page, name)).toHaveAttribute('aria-current', 'page');
    expect(await places()).toEqual(before);
  }
});

test('U21 F10 no view of a run shows a character that reorders or hides text', async ({ gatehouse, page }) => {
  const evil = '\u202e';
  const runId = await start(
    gatehouse,
    `
  one:
    name: "Node ${evil}one"
    description: "About ${evil}it"
    type: cli
    command: [sh, -c, 'printf "said ${evil}it" > "bad${evil}name.txt"; printf "evil ${evil}txt\\n"; printf "more ${evil}txt\\n" >&2; exit 1']
    artifacts: ["*.txt"]
    on_failure: skip
  each: { type: map, items: ["item ${evil}x"], as: item, body: work, next: ask }
  work: { type: cli, command: [echo, "\${item}"], next: join }
  ask:
    type: gate
    kind: form
    message: "Is ${evil}it right?"
    show: ["text ${evil}shown", "\${one.artifacts}"]
    form: { why: { type: text, default: "default ${evil}d" }, note: { type: choice, label: "Label ${evil}l", description: "Why ${evil}y", choices: ["a${evil}b"] } }
    options: [{ id: yes, label: "Yes ${evil}y", description: "Then ${evil}t" }]
  over: { type: end, message: "ended ${evil}so", summary: { key: "sum ${evil}s" } }`,
    `name: "Bidi ${evil}name"\ndescription: "All ${evil}of it"`,
  );
  const gate = await openGate(gatehouse, runId, 'ask');
  await gatehouse.signIn(page);
  const look = async (query: string) => {
    await page.goto(`${gatehouse.address}/runs/${runId}${query}`);
    const shown = await page.evaluate(() => {
      const attributes = [...document.querySelectorAll('main *')].flatMap((element) =>
        ['title', 'aria-label', 'alt', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
      );
      // A control holds its value as it is, and says beside it what does not show.
      const read = document.querySelector('main')?.cloneNode(true) as HTMLElement;
      for (const control of read.querySelectorAll('textarea')) control.remove();
      return `${document.title}\n${read.textContent}\n${attributes.join('\n')}`;
    });
    expect(shown).toContain('⟨U+202E⟩');
    expect(
      shown.split('\n').filter((line) => /[\u202a-\u202e\u2066-\u2069]/.test(line)),
      query,
    ).toEqual([]);
  };
  const queries = ['', '?node=one', '?node=work', '?tab=graph', '?tab=trace', '?tab=artifacts', '?tab=state'];
  for (const query of queries) await look(query);
  await answer(gatehouse, gate, 'yes', { note: `a${evil}b` });
  await expectStatus(gatehouse, runId, 'completed');
  for (const query of ['', '?node=ask', '?node=over']) await look(query);
});

test('F10 a form says beside a control which characters of its value do not show', async ({ gatehouse, page }) => {
  const file = join(gatehouse.env.GATEHOUSE_WORKFLOWS, 'hiding.yaml');
  writeFileSync(
    file,
    `gatehouse: 1
name: Hiding
inputs: { to: { default: "a\u202eb" }, plain: { default: ab }, more: { type: json, default: { key: "c\u200bd" } } }
nodes: { over: { type: end } }`,
  );
  await open(gatehouse, page, '/workflows/hiding');
  const told = page.getByText('Has characters that do not show');
  await expect(told).toHaveText(['Has characters that do not show: a⟨U+202E⟩b']);
  await expect(page.getByLabel('to', { exact: true })).toHaveAccessibleDescription(/a⟨U\+202E⟩b/);
  await expect(page.getByLabel('more')).toHaveValue(/"c\\u200bd"/);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(statusOf(page)).toContainText('Completed');
  const { state } = await readRun(gatehouse, page.url().match(/runs\/([^/?]+)/)?.[1] ?? '');
  expect(state.inputs).toEqual({ to: 'a\u202eb', plain: 'ab', more: { key: 'c\u200bd' } });
});

test('U24 keys reach every item of a map, and leave the filter', async ({ gatehouse, page }) => {
  const runId = await start(
    gatehouse,
    `
  each: { type: map, items: [x, y, z], as: item, limit: 1, body: work, next: over }
  work: { type: wait, signal: "\${item}", next: join }
  over: { type: end }`,
  );
  await expect.poll(async () => (await readRun(gatehouse, runId)).status, { intervals: [50] }).toBe('waiting');
  await open(gatehouse, page, `/runs/${runId}`);
  await expect(rowOf(page, '2 · z · work')).toBeVisible();
  const filter = page.getByRole('searchbox', { name: 'Filter nodes' });
  await page.keyboard.press('/');
  await expect(filter).toBeFocused();
  await page.keyboard.type('zz');
  await expect(page.getByText('No node fits this filter.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(filter).not.toBeFocused();
  await expect(filter).toHaveValue('');
  // Two items that have not begun share an address; what lies behind them is reached all the same.
  for (const place of ['?node=each', '?node=work&visit=1', '?node=work', '?node=work', '?node=over']) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => new URL(page.url()).search).toBe(place);
  }
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ArrowUp');
  await expect.poll(() => new URL(page.url()).search).toBe('?node=each');
});

test('U25 an answer of no has no tick, and what others settled is one line', async ({ gatehouse, page }) => {
  const nodes = `
  all: { type: parallel, branches: { a: left, b: right } }
  over: { type: end }
  left: { type: gate, kind: approval, message: "Is the left right?", on: { no: join }, next: join }
  right: { type: gate, kind: approval, message: "Is the right right?", on: { no: join }, next: join }`;
  const runId = await start(gatehouse, nodes);
  const left = await openGate(gatehouse, runId, 'left');
  await openGate(gatehouse, runId, 'right');
  await open(gatehouse, page, `/runs/${runId}`);
  const settled = page.getByRole('region', { name: 'Settled: Is the left right?' });
  await answer(gatehouse, left, 'no');
  await expect(settled).toContainText('Reject');
  await expect(settled.locator('.lucide-circle-check')).toHaveCount(0);
  expect((await settled.boundingBox())?.height).toBeLessThan(80);
  await page
    .getByRole('region', { name: 'Needs you: Is the right right?' })
    .getByRole('button', { name: 'Reject' })
    .click();
  const own = page.getByRole('status').filter({ hasText: 'You answered Reject' });
  await expect(own).toBeVisible();
  await expect(own.locator('..').locator('..').locator('.lucide-circle-check')).toHaveCount(0);
});

test('U11 a gate with much to look at keeps its buttons and the tabs on the screen; the evidence scrolls', async ({
  gatehouse,
  page,
}) => {
  const runId = await start(
    gatehouse,
    `
  make: { type: cli, script: "for n in $(seq 1 24); do seq 1 40 > file-$n.txt; done", artifacts: ["file-*.txt"] }
  ask: { type: gate, kind: approval, message: Are these right?, show: ["\${make.artifacts}", "\${make.stdout}"] }`,
  );
  await openGate(gatehouse, runId, 'ask');
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(gatehouse, page, `/runs/${runId}`);
  const evidence = page.getByRole('region', { name: 'What to look at' });
  expect(await evidence.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  await expect(page.getByRole('button', { name: /^Yes|^Approve/ })).toBeInViewport();
  await expect(tabOf(page, /^Timeline/)).toBeInViewport();
});
