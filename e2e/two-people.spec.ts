// A team in one console: two people in two browsers on one run, an escalation, and somebody who is asked and sees nothing else.
import type { Page } from '@playwright/test';
import { gateOf, statusOf } from './fixtures/run-page.ts';
import { openGate, readRun, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

/** By the pages that an administrator uses: the address is shown once, and opening it makes the account. */
async function invite(owner: Page, address: string, name: string): Promise<string> {
  await owner.goto(`${address}/settings/people`);
  await owner.getByLabel('Name', { exact: true }).fill(name);
  await owner.getByRole('button', { name: 'Make an invitation' }).click();
  const shown = owner.locator('code').filter({ hasText: '/join?token=' });
  await expect(shown).toBeVisible();
  return (await shown.textContent()) ?? '';
}

test('two people in two browsers vote on one run; one of them is never two', async ({ gatehouse, page, visitors }) => {
  visitors.expectErrors(/status of 40[39]/);
  await gatehouse.signIn(page);
  const people: Page[] = [];
  for (const name of ['Ada', 'Ben']) {
    const url = await invite(page, gatehouse.address, name);
    const browser = await (await visitors.visit()).newPage();
    await browser.goto(url);
    await browser.getByRole('button', { name: `Join as ${name}` }).click();
    await browser.waitForURL(`${gatehouse.address}/gates`);
    people.push(browser);
  }
  const [ada, ben] = people as [Page, Page];
  await page.goto(`${gatehouse.address}/settings/people`);
  await page.getByLabel('New group').fill('release-team');
  await page.getByRole('button', { name: 'Make it' }).click();
  const group = page.getByRole('listitem').filter({ hasText: 'release-team' });
  await group.getByLabel('Ada').check();
  await group.getByLabel('Ben').check();
  await group.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'no address' }).first()).toBeVisible();

  const runId = await startRun(gatehouse, 'release-vote');
  await openGate(gatehouse, runId, 'agree');
  const run = `${gatehouse.address}/runs/${runId}`;
  await page.goto(run);
  await gateOf(page, 'Ship it?').getByRole('button', { name: 'Approve' }).click();
  await expect(gateOf(page, 'Ship it?')).toContainText('Only release-team may answer this gate');

  await ada.goto(run);
  await ben.goto(run);
  await gateOf(ada, 'Ship it?').getByRole('button', { name: 'I look after it' }).click();
  await expect(gateOf(ben, 'Ship it?')).toContainText('Ada looks after it');
  await gateOf(ada, 'Ship it?').getByRole('button', { name: 'Approve' }).click();
  await expect(gateOf(ben, 'Ship it?')).toContainText('1 of 2 approvals so far');
  await ada.reload();
  await gateOf(ada, 'Ship it?').getByRole('button', { name: 'Approve' }).click();
  await expect(gateOf(ada, 'Ship it?')).toContainText('Ada has already voted');

  // A digit chooses, and decides nothing before Enter does.
  await ben.keyboard.press('1');
  await expect(gateOf(ben, 'Ship it?').getByRole('button', { name: 'Approve' })).toBeFocused();
  expect((await readRun(gatehouse, runId)).status).toBe('waiting');
  await ben.keyboard.press('Enter');
  await expect(statusOf(page)).toContainText('Completed');
  const { gates } = await readRun(gatehouse, runId);
  expect(gates[0]?.answer).toMatchObject({ by: 'Ben', via: 'session' });
});

test('an administrator says where the mail of an account goes, and takes it back', async ({ gatehouse, page }) => {
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/settings/people`);
  const you = page.getByRole('listitem').filter({ hasText: 'the owner, always an administrator' });
  const say = async (email: string) => {
    const address = you.getByLabel('E-mail of owner');
    if (!(await address.isVisible())) await you.getByText('Name and address').click();
    await address.fill(email);
    await you.getByRole('button', { name: 'Save' }).click();
  };
  await say('Owner@Example.org');
  await expect(you).toContainText('owner@example.org');
  await say('');
  await expect(you).toContainText('no address');
});

test('somebody whom a gate was escalated to answers it, and sees nothing else of the run', async ({
  gatehouse,
  page,
  visitors,
}) => {
  visitors.expectErrors(/status of 404/);
  await gatehouse.signIn(page);
  await gatehouse.api('POST', '/api/people', { name: 'Ada', role: 'viewer' });
  const url = await invite(page, gatehouse.address, 'Ben');
  const ben = await (await visitors.visit({ viewport: { width: 390, height: 844 } })).newPage();
  await ben.goto(url);
  await ben.getByRole('button', { name: 'Join as Ben' }).click();
  await ben.waitForURL(`${gatehouse.address}/gates`);

  const runId = await startRun(gatehouse, 'narrow');
  await openGate(gatehouse, runId, 'sure');
  await expect(ben.getByRole('heading', { name: 'Is it sound?', exact: true })).toBeVisible();
  await ben.goto(`${gatehouse.address}/runs`);
  await expect(ben.getByText('Narrow')).toHaveCount(0);
  await ben.goto(`${gatehouse.address}/runs/${runId}`);
  await expect(ben.getByRole('tab')).toHaveCount(0);
  await ben.getByRole('button', { name: 'Approve' }).click();
  await expect(ben.getByText('Your answer was taken')).toBeVisible();
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  await expect(statusOf(page)).toContainText('Completed');
});
