// A file and a secret are given in the form or on the command line; the secret is used and never seen again.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { GatehouseConsole } from './fixtures/console.ts';
import { readZip } from './fixtures/read-zip.ts';
import { statusOf } from './fixtures/run-page.ts';
import { expectStatus, readEvents, readRun } from './fixtures/runs.ts';
import { root, token } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

const secret = 'correct-horse-battery-staple';
const report = { name: 'harbour.txt', mimeType: 'text/plain', buffer: Buffer.from('ships and cranes\n') };
const printed = `ships and cranes\n${secret.length}\n[secret key]`;

async function start(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/runs\/[^/]+$/);
  return new URL(page.url()).pathname.split('/').at(-1) as string;
}

function expectNowhere(gatehouse: GatehouseConsole) {
  for (const entry of readdirSync(gatehouse.data, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) expect(readFileSync(path).includes(secret), path).toBe(false);
  }
}

test('a run is started with a file and a secret, and again with those it had', async ({ gatehouse, page }) => {
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/workflows/upload`);
  const key = page.getByLabel('key', { exact: true });
  await expect(key).toHaveAttribute('type', 'password');
  await expect(key).toHaveAttribute('autocomplete', 'off');
  await key.fill('abc');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('input "report" is required')).toBeVisible();
  await expect(page.getByText('must have at least 4 characters')).toBeVisible();
  await expect(key).toHaveValue('');

  await key.fill(secret);
  await page.getByLabel('report', { exact: true }).setInputFiles(report);
  const first = await start(page);
  await expect(statusOf(page)).toContainText('Completed');
  expect((await readRun(gatehouse, first)).message).toBe(printed);
  expect(await page.content()).not.toContain(secret);
  expect(JSON.stringify(await readEvents(gatehouse, first))).not.toContain(secret);

  await page.getByLabel('More actions').click();
  await page.getByRole('link', { name: 'Run again with other inputs' }).click();
  await expect(page.getByText('kept from the earlier run when empty')).toHaveCount(2);
  expect(await page.content()).not.toContain(secret);
  await page.getByLabel('report', { exact: true }).setInputFiles({ ...report, buffer: Buffer.from('boats\n') });
  const second = await start(page);
  await expectStatus(gatehouse, second, 'completed');
  expect((await readRun(gatehouse, second)).message).toBe(printed.replace('ships and cranes', 'boats'));

  const bundle = await page.request.get(`${gatehouse.address}/api/runs/${second}/bundle`);
  const files = readZip(await bundle.body());
  expect(files.get('inputs/report/harbour.txt')?.toString()).toBe('boats\n');
  for (const [name, bytes] of files) expect(bytes.includes(secret), name).toBe(false);
  expectNowhere(gatehouse);
});

test('without JavaScript the form sends the file and the secret too', async ({ gatehouse, visitors }) => {
  const page = await (await visitors.visit({ javaScriptEnabled: false })).newPage();
  await page.goto(`${gatehouse.address}/workflows/upload`);
  await page.getByLabel('Or paste the API token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('key', { exact: true }).fill(secret);
  await page.getByLabel('report', { exact: true }).setInputFiles(report);
  const runId = await start(page);
  await expectStatus(gatehouse, runId, 'completed');

  await page.goto(`${gatehouse.address}/workflows/upload?from=${runId}#start`);
  await page.getByLabel('key', { exact: true }).fill('abc');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('must have at least 4 characters')).toBeVisible();
  await page.getByLabel('key', { exact: true }).fill('');
  const again = await start(page);
  await expectStatus(gatehouse, again, 'completed');
  expect((await readRun(gatehouse, again)).message).toBe(printed);
});

test('the command line sends a file of its own machine', async ({ gatehouse }, testInfo) => {
  const file = testInfo.outputPath('harbour.txt');
  const large = Buffer.alloc(9 * 1024 * 1024, 'x');
  writeFileSync(file, large);
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production' as const,
    GATEHOUSE_DATA: gatehouse.data,
    GATEHOUSE_TOKEN: token,
  };
  const args = ['lib/commands/gatehouse.mjs', 'run', 'upload', '-i', `report=@${file}`, '-i', 'key=@not-a-file'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
  const runId = stdout.trim();
  await expectStatus(gatehouse, runId, 'completed');
  expect((await readRun(gatehouse, runId)).inputs.report).toMatchObject({ name: 'harbour.txt', size: large.length });
});
