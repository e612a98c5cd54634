// The inbox: questions of all runs, looked at and answered where they stand, and what became of them.
import type { Page } from '@playwright/test';
import { checkPage } from './fixtures/check-page.ts';
import type { GatehouseConsole } from './fixtures/console.ts';
import { answer, expectStatus, openGate, readRun, startRun } from './fixtures/runs.ts';
import { token } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

const rowOf = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text });
const tabOf = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Which gates' }).getByRole('link', { name });

async function waitingReport(gatehouse: GatehouseConsole, title: string) {
  const runId = await startRun(gatehouse, 'hello-gates', { title });
  return { runId, gate: await openGate(gatehouse, runId, 'review') };
}

test('a question is unfolded, looked at and answered in the inbox, by keys alone, and is then in its history', async ({
  gatehouse,
  page,
}) => {
  const questions = await startRun(gatehouse, 'two-questions');
  const first = await openGate(gatehouse, questions, 'first');
  const { runId } = await waitingReport(gatehouse, 'For the board');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/gates`);
  await expect(tabOf(page, /^Mine/)).toHaveAttribute('aria-current', 'page');
  await expect(tabOf(page, /^Mine/)).toContainText('2');

  // The newest is the first: `a` unfolds it, a digit chooses, Enter confirms, and the next question has the focus.
  await page.keyboard.press('a');
  const report = rowOf(page, 'Is this report ready?');
  await expect(report.getByRole('region', { name: 'What to look at' })).toContainText('report.md');
  await expect(page).toHaveURL(/open=/);
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await expect(report.getByText('Fill this in for the answer you chose.')).toBeVisible();
  expect((await readRun(gatehouse, runId)).gates.filter(({ status }) => status === 'answered')).toEqual([]);
  await page.reload();
  await expect(report.getByRole('button', { name: 'It is ready' })).toBeVisible();
  await page.keyboard.press('1');
  await expect(report.getByRole('button', { name: 'It is ready' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(report.getByRole('status')).toHaveText('You answered It is ready');
  const other = rowOf(page, 'Is the first thing right?');
  await expect(other.getByRole('link', { name: /^Answer/ })).toBeFocused();

  // Somebody else is faster: it is said who, and what.
  await page.keyboard.press('Enter');
  await expect(other.getByRole('button', { name: 'Approve' })).toBeVisible();
  await answer(gatehouse, first, 'no');
  await expect(other.getByText(/Answered by/)).toContainText(/api.*Reject/s);

  await tabOf(page, /^Answered/).click();
  const history = page.getByRole('list', { name: 'Answered' });
  await expect(history.getByRole('listitem').first()).toContainText(/Is the first thing right\?.*Reject.*by.*api/s);
  await expect(rowOf(page, 'Is this report ready?')).toContainText(/It is ready.*by.*owner/s);
});

test('gates are searched on the server, and those that wait too long have a list of their own', async ({
  gatehouse,
  page,
}) => {
  const overdue =
    'gatehouse: 1\nname: Slow\nnodes: { late: { type: gate, name: Harbour master, assignees: [Night watch], message: Too late?, remind: 1ms } }\n';
  await gatehouse.api('POST', '/api/runs', { source: overdue });
  await openGate(gatehouse, await startRun(gatehouse, 'two-questions'), 'first');
  await waitingReport(gatehouse, 'Searched');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/gates`);
  const open = page.getByRole('list', { name: 'Mine' }).getByRole('listitem');
  await expect(open).toHaveCount(3);
  await page.getByRole('searchbox', { name: 'Search gates' }).fill('two FIRST');
  await expect(open).toHaveCount(1);
  await expect(open).toContainText('Is the first thing right?');
  await expect(page).toHaveURL(/q=two\+FIRST/);
  // By what its row says: question, step, workflow, whom it asks.
  for (const words of ['too late', 'harbour MASTER', 'slow', 'night watch']) {
    await page.getByRole('searchbox', { name: 'Search gates' }).fill(words);
    await expect(open, words).toHaveText([/Too late\?/]);
  }
  await page.getByRole('searchbox', { name: 'Search gates' }).fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'Nothing found for “nothing like it”' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear the search' }).click();
  await expect(open).toHaveCount(3);
  await tabOf(page, /^Overdue/).click();
  await expect(page.getByRole('list', { name: 'Overdue' }).getByRole('listitem')).toHaveText([/Too late\?/]);
});

test('several of one kind are answered with one choice once all were looked at, and those that were refused say why', async ({
  gatehouse,
  page,
  visitors,
}) => {
  visitors.expectErrors(/status of 409/);
  const runs = [];
  for (const title of ['One', 'Two', 'Three']) runs.push((await waitingReport(gatehouse, title)).runId);
  const alone = await startRun(gatehouse, 'two-questions');
  await openGate(gatehouse, alone, 'first');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/gates`);
  await expect(rowOf(page, 'Is the first thing right?').getByRole('checkbox')).toHaveCount(0);
  await rowOf(page, 'Is this report ready?').first().getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'The chosen gates' });
  await expect(bar).toContainText('1 of 3 of this kind chosen');
  await bar.getByRole('button', { name: 'Choose all 3' }).click();
  await bar.getByRole('button', { name: 'Look and answer' }).click();

  const dialog = page.getByRole('dialog', { name: 'Answer 3 gates at once' });
  const each = dialog.getByRole('list', { name: 'What each asks' }).getByRole('listitem');
  await expect(each.getByRole('region', { name: 'What to look at' })).toHaveCount(3);
  await expect(dialog.getByRole('button', { name: /^Write again/ })).toHaveCount(0);
  const ready = dialog.getByRole('button', { name: 'It is ready: all 3' });
  await expect(ready).toBeDisabled();
  for (const item of await each.all())
    await item.getByRole('region', { name: 'What to look at' }).scrollIntoViewIfNeeded();
  await each.last().evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await expect(ready).toBeEnabled();
  await checkPage(page);

  const [first = ''] = runs;
  await answer(gatehouse, await openGate(gatehouse, first, 'review'), 'yes');
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('Read all of them');
  await ready.click();
  await expect(dialog.getByText('2 of 3 answered with It is ready')).toBeVisible();
  await expect(dialog.getByText('1 was not taken; each says why.')).toBeVisible();
  await expect(each.filter({ hasText: first.slice(0, 6) })).toContainText('api already answered');
  await dialog.getByRole('button', { name: 'Done' }).click();
  for (const runId of runs.slice(1)) {
    const { gates } = await readRun(gatehouse, runId);
    const given = gates.find(({ node }) => node === 'review')?.answer;
    expect(given).toMatchObject({ option: 'yes', by: 'owner', comment: 'Read all of them' });
  }
});

/** What the browser would show; the permission is asked for, and said to be given, as a person would. */
function playNotifications() {
  const state = { asked: 0, told: [] as string[] };
  Object.assign(window, {
    notices: state,
    Notification: class {
      static get permission() {
        return localStorage.getItem('played-permission') ?? 'default';
      }
      static async requestPermission() {
        state.asked++;
        localStorage.setItem('played-permission', 'granted');
        return 'granted';
      }
      constructor(title: string, { body }: { body: string }) {
        state.told.push(`${title}: ${body}`);
      }
      close() {}
    },
  });
}
const noticesOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { notices: { asked: number; told: string[] } }).notices);

test('the title of every page counts my gates, and the browser tells of each once, if that was wanted', async ({
  gatehouse,
  context,
  page,
}) => {
  await context.addInitScript(playNotifications);
  await gatehouse.api('POST', '/api/people', { name: 'Ada', role: 'operator' });
  await gatehouse.signIn(page);
  const ask = async (message: string, more = '') => {
    const source = `gatehouse: 1\nname: Ask\nnodes: { sure: { type: gate, message: ${message}${more} } }\n`;
    const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source });
    return openGate(gatehouse, body.id, 'sure');
  };
  const before = await ask('Was it there?');
  await page.goto(`${gatehouse.address}/workflows`);
  await expect(page).toHaveTitle('(1) Workflows · Gatehouse');
  const other = await context.newPage();
  await other.goto(`${gatehouse.address}/gates`);
  await expect(other).toHaveTitle('(1) Gates · Gatehouse');
  expect((await noticesOf(other)).asked).toBe(0);
  const wish = other.getByRole('button', { name: 'Notify me' });
  await expect(wish).toHaveAttribute('aria-pressed', 'false');
  await wish.click();
  await expect(wish).toHaveAttribute('aria-pressed', 'true');
  expect(await noticesOf(other)).toEqual({ asked: 1, told: [] });

  await ask('For somebody else?', ', assignees: [Ada]');
  await ask('For me?');
  await expect(page).toHaveTitle('(2) Workflows · Gatehouse');
  await expect(other).toHaveTitle('(2) Gates · Gatehouse');
  const told = async () => (await Promise.all([page, other].map(noticesOf))).flatMap((each) => each.told);
  await expect.poll(told).toEqual(['Ask asks: For me?']);
  await answer(gatehouse, before, 'yes');
  await expect(page).toHaveTitle('(1) Workflows · Gatehouse');
  expect(await told()).toEqual(['Ask asks: For me?']);
});

test('without JavaScript the inbox searches, unfolds a question and answers it', async ({ gatehouse, visitors }) => {
  const { runId } = await waitingReport(gatehouse, 'Plain');
  const page = await (await visitors.visit({ javaScriptEnabled: false })).newPage();
  await page.goto(`${gatehouse.address}/gates?q=report`);
  await page.getByLabel('Or paste the API token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await rowOf(page, 'Is this report ready?')
    .getByRole('link', { name: /^Answer/ })
    .click();
  await expect(page.getByRole('region', { name: 'What to look at' })).toContainText('report.md');
  await page.getByRole('button', { name: 'It is ready' }).click();
  await openGate(gatehouse, runId, 'approve');
  await gatehouse.api('POST', `/api/runs/${runId}/cancel`);
  await expectStatus(gatehouse, runId, 'cancelled');
});
