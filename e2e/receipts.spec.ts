// Who decided what, from the answer to the proof: the receipt on the run, the entry in the audit log, and both checked with
// nothing but the files and the public key.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gateOf } from './fixtures/run-page.ts';
import { expectStatus, openGate, startRun } from './fixtures/runs.ts';
import { root } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

const verify = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['lib/commands/gatehouse.mjs', 'verify', ...args], { cwd: root });

test('an answer is proved by its receipt, the audit log and the files that leave the console', async ({
  gatehouse,
  page,
}) => {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-receipts-'));
  await gatehouse.signIn(page);
  const runId = await startRun(gatehouse, 'hello-gates', { title: 'Harbour report' });
  await openGate(gatehouse, runId, 'review');
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  await gateOf(page, 'Is this report ready?').getByRole('button', { name: 'It is ready' }).click();
  await gateOf(page, /for everyone\?/)
    .getByRole('button', { name: 'Approve' })
    .click();
  await expectStatus(gatehouse, runId, 'completed');
  await page.goto(`${gatehouse.address}/runs/${runId}?node=review`);
  await expect(page.getByText(/^signed [0-9a-f]{8}$/).first()).toBeVisible();
  await expect(page.getByText(/shown [0-9a-f]{8}/).first()).toBeVisible();

  await page.goto(`${gatehouse.address}/settings`);
  await page.getByRole('link', { name: 'Open the log' }).click();
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  await expect(page.getByText(/entries, none changed/)).toBeVisible();
  await expect(page.getByRole('row', { name: /owner .*signed in/ }).first()).toBeVisible();
  await page.getByLabel('What').selectOption('Answers');
  await expect(page.getByRole('row', { name: /answered a gate/ })).toHaveCount(2);
  await page.getByLabel('Who', { exact: true }).fill('nobody');
  await expect(page.getByRole('heading', { name: 'Nothing was found' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear' }).click();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export' }).click(),
  ]);
  const log = join(directory, 'audit.jsonl');
  await download.saveAs(log);
  const bundle = join(directory, 'bundle.zip');
  const key = join(directory, 'keys.json');
  const get = (path: string) => page.request.get(gatehouse.address + path);
  writeFileSync(bundle, await (await get(`/api/runs/${runId}/bundle`)).body());
  writeFileSync(key, await (await get('/api/keys')).body());
  const { stdout } = await verify(bundle, log, '--key', key);
  expect(stdout).toContain(`${bundle}: as answered (run ${runId}`);
  expect(stdout).toMatch(/answer "yes" to "Is this report ready\?" by owner/);
  expect(stdout).toContain(`${log}: as answered (audit log`);
  rmSync(directory, { recursive: true });
});
