// A colleague answers from a link, on a phone, without an account; the dashboard that stayed open sees it happen.
import type { Page } from '@playwright/test';
import { gateOf, statusOf } from './fixtures/run-page.ts';
import { openGate, readRun, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const question = 'Is this report ready?';

async function createLink(page: Page, name: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Share a link to answer' });
  const shown = dialog.getByRole('textbox', { name: 'The new link' });
  const before = (await shown.count()) > 0 ? await shown.inputValue() : '';
  await dialog.getByLabel('For whom').fill(name);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(shown).toBeVisible();
  await expect(shown).not.toHaveValue(before);
  await expect(dialog.getByRole('list', { name: 'Links to this gate' })).toContainText(name);
  return shown.inputValue();
}

async function textOf(page: Page, url: string): Promise<{ status: number; text: string | null }> {
  const response = await page.goto(url);
  return { status: response?.status() ?? 0, text: await page.getByRole('main').textContent() };
}

test('a colleague answers a gate from a link on a phone while the dashboard watches', async ({
  gatehouse,
  page,
  visitors,
}) => {
  visitors.expectErrors(/status of 404/);
  const runId = await startRun(gatehouse, 'hello-gates', { title: 'Harbour report', careful: false });
  await openGate(gatehouse, runId, 'review');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  const card = gateOf(page, question);
  await card.getByRole('button', { name: 'Share link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share a link to answer' });
  const url = await createLink(page, 'A colleague');
  await expect(dialog).toContainText('This address works on this computer only.');
  await expect(dialog.getByRole('img', { name: 'QR code of this link' })).toBeVisible();
  const withdrawn = await createLink(page, 'Sent by mistake');
  const mistaken = await (await visitors.visit(phone)).newPage();
  await mistaken.goto(withdrawn);
  await expect(mistaken.getByRole('heading', { level: 1, name: question })).toBeVisible();
  await dialog.getByRole('button', { name: 'Revoke Sent by mistake' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Sent by mistake' })).toContainText('revoked');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // A page that is open learns by itself that its link works no more.
  await expect(mistaken.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();

  const colleague = await (await visitors.visit(phone)).newPage();
  const revoked = await textOf(colleague, withdrawn);
  const unknown = await textOf(colleague, withdrawn.replace(/\/g\/.{8}/, '/g/AAAAAAAA'));
  expect(revoked.status).toBe(404);
  expect(revoked).toEqual(unknown);

  await colleague.goto(url);
  await expect(colleague.getByRole('heading', { level: 1, name: question })).toBeVisible();
  await expect(colleague.getByRole('heading', { name: 'Harbour report' })).toBeVisible();
  await expect(colleague.getByRole('img', { name: 'figures.png' })).toHaveJSProperty('naturalWidth', 640);
  await expect(
    colleague.getByRole('button', { name: /It is ready.*then: goes on to Before publishing/s }),
  ).toBeVisible();
  await expect(
    colleague.getByRole('button', { name: /Write again.*then: goes on to Write the report/s }),
  ).toBeVisible();
  expect((await readRun(gatehouse, runId)).status).toBe('waiting');

  const slower = await (await visitors.visit(phone)).newPage();
  await slower.goto(url);
  await slower.getByLabel('Your name').fill('Otto');

  await colleague.getByLabel('Your name').fill('Ines');
  await colleague.getByLabel('Comment').fill('Reads well.');
  await colleague.getByRole('button', { name: /It is ready/ }).tap();
  await expect(colleague.getByRole('heading', { level: 1, name: 'It is ready' })).toBeVisible();
  await expect(colleague.getByRole('main')).toContainText(/You answered at .*The run goes on\./);

  await expect(page.getByRole('region', { name: `Settled: ${question}` })).toContainText(
    /Answered by Ines.*It is ready/,
  );
  await expect(statusOf(page)).toContainText('Completed');

  // Whoever still had the question open is shown what became of it.
  await expect(slower.getByRole('main')).toContainText(/Answered at .* by Ines: It is ready\./);
  await expect(slower.getByRole('button')).toHaveCount(0);

  const second = await (await visitors.visit(phone)).newPage();
  await second.goto(url);
  await expect(second.getByRole('main')).toContainText(/Answered at .* by Ines: It is ready\..*Reads well\./s);
  await expect(second.getByRole('button')).toHaveCount(0);
});
