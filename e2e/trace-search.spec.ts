// The trace of a run that is longer than what a page holds: searched whole, with an address for every event.
import type { Page } from '@playwright/test';
import { tabOf } from './fixtures/run-page.ts';
import { expectStatus } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

const source = `gatehouse: 1
name: Long
nodes:
  early: { type: cli, command: ["false"], on_failure: skip }
  again: { type: loop, body: step, done: late, max: 500 }
  step: { type: action, do: [{ type: set_state, field: computed.n, value: "number \${loop.index}" }], max_visits: 2000 }
  back: { type: end_loop, loop: again, max_visits: 2000 }
  late: { type: cli, command: ["false"], on_failure: skip }
  over: { type: end }
`;

const traceOf = (page: Page) => page.getByRole('region', { name: 'Trace' });
const rowsOf = (page: Page) => traceOf(page).getByRole('log', { name: 'Events' }).getByRole('button');

test('U8 a search looks at all events and says how many fit, first, last and next error are one click away, and an event has an address', async ({
  gatehouse,
  page,
}) => {
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source });
  await expectStatus(gatehouse, body.id, 'completed');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${body.id}`);
  await tabOf(page, /^Trace/).click();
  const trace = traceOf(page);
  const status = trace.getByRole('status');
  await expect(status).toHaveText(/^\d,\d{3} events$/);
  const total = (await status.textContent())?.split(' ')[0] ?? '';
  expect(Number(total.replace(',', ''))).toBeGreaterThan(2000);

  await trace.getByRole('searchbox', { name: 'Filter events' }).fill('number 12');
  // 12, and 120 to 129.
  await expect(status).toHaveText(`11 of ${total}`);
  await expect(rowsOf(page).first()).toContainText('number 12');
  await trace.getByRole('searchbox', { name: 'Filter events' }).fill('');
  await trace.getByRole('button', { name: 'Errors only' }).click();
  await expect(status).toHaveText(`2 of ${total}`);
  await trace.getByRole('button', { name: 'Errors only' }).click();

  await trace.getByRole('button', { name: 'First event' }).click();
  await expect(trace.getByRole('button', { name: /run_created/ })).toBeVisible();
  await trace.getByRole('button', { name: 'Next error' }).click();
  const details = page.getByRole('complementary', { name: /^Event \d+$/ });
  await expect(details).toContainText('early');
  await page.keyboard.press('f');
  await expect(details).toContainText('late');
  await expect(rowsOf(page).filter({ hasText: 'node_failed' }).filter({ hasText: 'late' })).toBeVisible();

  await page.goto(`${gatehouse.address}/runs/${body.id}?tab=trace&event=700`);
  await expect(page.getByRole('complementary', { name: 'Event 700' })).toBeVisible();
  await expect(trace.locator('[aria-pressed="true"]').filter({ hasText: '700' })).toBeVisible();
  await trace.getByRole('button', { name: 'To the newest events' }).click();
  await expect(trace.getByRole('button', { name: /run_completed/ })).toBeVisible();
});
