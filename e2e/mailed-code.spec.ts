// Somebody without an account approves on a phone: from the mail that asks, with the code that a second mail brings.
import { type KeptMail, mailPart, startSmtpServer } from './fakes/smtp-server.ts';
import { expectStatus, openGate, readEvents, startRun } from './fixtures/runs.ts';
import { token } from './fixtures/spawn-console.ts';
import { test as base, expect } from './fixtures/test.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, javaScriptEnabled: false };

const test = base.extend<{ smtp: Awaited<ReturnType<typeof startSmtpServer>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter.
  smtp: async ({}, use) => {
    const smtp = await startSmtpServer();
    await use(smtp);
    await smtp.stop();
  },
  consoleEnv: async ({ smtp }, use) => {
    await use({ GATEHOUSE_SMTP_URL: smtp.url, GATEHOUSE_MAIL_FROM: 'gatehouse@example.org' });
  },
});

const textOf = (mail: KeptMail | undefined) => (mail ? mailPart(mail, 'text/plain') : '');

test('an approval by mail code on a phone', async ({ gatehouse, smtp, visitors }) => {
  visitors.expectErrors(/status of 422/);
  const runId = await startRun(gatehouse, 'coded-approval');
  const [asked] = await smtp.until(({ length }) => length === 1);
  expect(asked?.to).toEqual(['ines@example.org']);
  const path = /\/g\/\S+/.exec(textOf(asked))?.[0] ?? '';

  // Somebody in the console has another link mailed, without scripts and without ever seeing its address.
  const { id: gateId } = await openGate(gatehouse, runId, 'approve');
  const desk = await (await visitors.visit({ javaScriptEnabled: false })).newPage();
  await desk.goto(`${gatehouse.address}/runs/${runId}/links?gate=${gateId}`);
  await desk.getByLabel('Or paste the API token').fill(token);
  await desk.getByRole('button', { name: 'Sign in' }).click();
  await desk.getByLabel('For whom (optional)').fill('ines@example.org');
  await desk.getByRole('button', { name: 'Send it by mail' }).click();
  await expect(desk.getByText('The link was sent to ines@example.org.')).toBeVisible();
  expect(await desk.content()).not.toMatch(/\/g\/[\w-]{43}/);
  const [, mailed] = await smtp.until(({ length }) => length === 2);
  expect([mailed?.to, textOf(mailed)]).toEqual([['ines@example.org'], expect.stringMatching(/\/g\/[\w-]{43}/)]);

  const page = await (await visitors.visit(phone)).newPage();
  await page.goto(gatehouse.address + path);
  await page.getByLabel('Your name').fill('Ines');
  await page.getByRole('button', { name: 'Send me a code' }).tap();
  await expect(page.getByRole('status')).toContainText('A code was mailed to i…@example.org');
  const [, , coded] = await smtp.until(({ length }) => length === 3);
  const code = /^\d{6}$/m.exec(textOf(coded))?.[0] ?? '';
  await page.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: /Approve/ }).tap();
  await expect(page.getByRole('alert')).toContainText('This is not the code that was mailed last.');
  await expect(page.getByLabel('Your name')).toHaveValue('Ines');
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: /Approve/ }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Approve' })).toBeVisible();
  await expectStatus(gatehouse, runId, 'completed');
  const given = (await readEvents(gatehouse, runId)).find(({ type }) => type === 'gate_answered');
  expect(given?.data).toMatchObject({
    answer: { by: 'Ines', person: 'mailto:ines@example.org', via: expect.stringMatching(/^link:.+:code$/) },
  });
});
