// The run as it was: one scrubber for every tab, in the address, with what changed and what was on the screen.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { tabOf } from './fixtures/run-page.ts';
import { expectStatus, openGate, readEvents } from './fixtures/runs.ts';
import { root } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

const source = `gatehouse: 1
name: Phases
state: { phase: one }
nodes:
  first: { type: action, do: [{ type: set_state, field: phase, value: two }] }
  look: { type: cli, command: [cp, "\${inputs.picture.path}", seen.png], artifacts: [seen.png] }
  last: { type: action, do: [{ type: set_state, field: phase, value: three }] }
inputs: { picture: { type: file } }
`;
const picture = readFileSync(join(root, 'app/_pictures/run-page.png')).toString('base64');

const scrubberOf = (page: Page) => page.getByRole('region', { name: 'The run as it was' });
const trackOf = (page: Page) => scrubberOf(page).getByRole('slider', { name: 'Event' });

/** As a hand does it: the value, then the browser's own event. */
async function dragTo(page: Page, seq: number) {
  await trackOf(page).fill(String(seq));
}

test('U5 U7 a moment of the past holds for every tab and is in the address; its track stays where it is', async ({
  gatehouse,
  page,
}) => {
  const inputs = { picture: { name: 'seen.png', base64: picture } };
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source, inputs });
  await expectStatus(gatehouse, body.id, 'completed');
  const events = await readEvents(gatehouse, body.id);
  const seqOf = (type: string, node: string) => events.find((one) => one.type === type && one.node === node)?.seq ?? 0;
  const set = seqOf('variable_set', 'first');

  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${body.id}`);
  const before = await trackOf(page).boundingBox();
  await dragTo(page, set);
  await expect(scrubberOf(page)).toContainText('As it was then');
  await expect(scrubberOf(page)).toContainText('phase: one → two');
  expect(await trackOf(page).boundingBox()).toEqual(before);
  await expect(page).toHaveURL(new RegExp(`at=${set}\\b`));
  await expect(page.getByRole('complementary', { name: 'Details of the run' })).toContainText('Running');

  await tabOf(page, /^State/).click();
  const changed = page.getByRole('heading', { name: `Changed by event ${set}` }).locator('xpath=ancestor::section[1]');
  await expect(changed).toContainText('phaseonetwo');
  await expect(page.getByRole('region', { name: 'Custom fields' })).toContainText('phasetwo');
  await tabOf(page, /^Graph/).click();
  await expect(
    page.getByRole('region', { name: 'Graph' }).getByRole('link', { name: /^last.*, pending/ }),
  ).toBeVisible();
  await tabOf(page, /^Artifacts/).click();
  await expect(page.getByText('No artifacts yet')).toBeVisible();

  // The address is enough for somebody else to see the same.
  await page.goto(`${gatehouse.address}/runs/${body.id}?tab=state&at=${seqOf('variable_set', 'last')}`);
  await expect(page.getByRole('region', { name: 'Custom fields' })).toContainText('phasethree');
  await expect(scrubberOf(page).getByRole('button', { name: /^The screenshot of that moment/ })).toBeVisible();
  await scrubberOf(page).getByRole('button', { name: 'Back to now' }).click();
  await expect(page).not.toHaveURL(/at=/);
});

test('U7 a moment of the past of a run that still goes on is drawn where it is in the whole run', async ({
  gatehouse,
  page,
}) => {
  const waiting = `gatehouse: 1
name: Still going
nodes:
  early: { type: cli, command: [sleep, "0.5"] }
  later: { type: cli, command: [sleep, "1.5"] }
  ask: { type: gate, kind: approval, message: Go on? }
`;
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source: waiting });
  await openGate(gatehouse, body.id, 'ask');
  const events = await readEvents(gatehouse, body.id);
  const done = events.find((one) => one.type === 'node_completed' && one.node === 'early')?.seq ?? 0;
  await gatehouse.signIn(page);
  const widthAt = async (query: string) => {
    await page.goto(`${gatehouse.address}/runs/${body.id}${query}`);
    const bar = page.locator('[data-row="early"] [data-bar]').last();
    await expect(bar).toBeVisible();
    return (await bar.boundingBox())?.width ?? 0;
  };
  const now = await widthAt('');
  const then = await widthAt(`?at=${done}`);
  await expect(scrubberOf(page)).toContainText('As it was then');
  expect(now).toBeGreaterThan(20);
  expect(then).toBeLessThan(now * 1.5);
});
