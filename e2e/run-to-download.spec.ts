// Start → watch → answer → download.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readZip } from './fixtures/read-zip.ts';
import { connectionOf, gateOf, rowOf, statusOf, tabOf } from './fixtures/run-page.ts';
import { expect, test } from './fixtures/test.ts';

async function startSample(page: Page) {
  await page.getByRole('link', { name: 'Start hello-gates' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hello gates' })).toBeVisible();
  await expect(page.getByText('This run will execute')).toBeVisible();
  await page.getByLabel('title').fill('Harbour report');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/runs\/[^/]+$/);
}

async function reviewTwice(page: Page) {
  const review = gateOf(page, 'Is this report ready?');
  await expect(review).toBeVisible();
  await expect(statusOf(page)).toContainText('Waiting');
  await expect(connectionOf(page)).toHaveText('live');
  await expect(rowOf(page, 'Collect figures')).toHaveAccessibleName(/ cli\W+completed: completed/);
  await expect(rowOf(page, 'Review')).toHaveAccessibleName(/ gate\W+waiting/);
  await expect(page.locator('[data-bar]').first()).toBeVisible();
  await expect(review.getByRole('link', { name: /figures\.png/ })).toBeVisible();

  for (const note of ['Say where the figures come from.', 'And who collected them.']) {
    await review.getByRole('button', { name: 'Write again' }).click();
    await expect(review.getByLabel('Note')).toHaveAccessibleDescription(/Fill this in for the answer you chose/);
    await expect(review.getByLabel('Note')).toBeFocused();
    const before = await review.getAttribute('id');
    await review.getByLabel('Note').fill(note);
    await review.getByRole('button', { name: 'Write again' }).click();
    await expect(review).not.toHaveAttribute('id', before as string);
  }
  await expect(rowOf(page, 'Write the report')).toHaveAccessibleName(/visit 3/);
  await review.getByRole('button', { name: 'It is ready' }).click();
}

function expectBundle(zip: Buffer) {
  const files = readZip(zip);
  const text = (name: string) => (files.get(name) as Buffer).toString('utf8');
  expect([...files.keys()]).toEqual(
    expect.arrayContaining([
      'run.json',
      'events.jsonl',
      'decisions.json',
      'workflow.yaml',
      'nodes/collect/1-1/artifacts/figures.png',
      'nodes/write/3-1/artifacts/report.md',
      'manifest.json',
    ]),
  );
  expect(JSON.parse(text('run.json'))).toMatchObject({ status: 'completed', inputs: { title: 'Harbour report' } });
  const events = text('events.jsonl').trimEnd().split('\n');
  expect(events.map((line) => JSON.parse(line).seq)).toEqual(events.map((_, index) => index + 1));
  const decisions = JSON.parse(text('decisions.json')) as { node: string; answer: { option: string } }[];
  expect(decisions.map(({ node, answer }) => `${node}: ${answer.option}`)).toEqual([
    'review: no',
    'review: no',
    'review: yes',
    'approve: yes',
  ]);
  expect(text('nodes/write/3-1/artifacts/report.md')).toContain('And who collected them.');
  const manifest = JSON.parse(text('manifest.json')) as { files: { path: string; size: number; sha256: string }[] };
  expect(manifest.files.map(({ path }) => path).sort()).toEqual(
    [...files.keys()].filter((name) => !name.startsWith('manifest.')).sort(),
  );
  for (const { path, size, sha256 } of manifest.files) {
    const bytes = files.get(path) as Buffer;
    expect({ path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }).toEqual({
      path,
      size,
      sha256,
    });
  }
}

test('a newcomer starts the sample, watches it, answers its gates and takes the result home', async ({
  gatehouse,
  page,
}) => {
  await gatehouse.signIn(page);
  await expect(page.getByRole('heading', { name: 'No runs yet' })).toBeVisible();
  await startSample(page);
  await reviewTwice(page);

  await gateOf(page, /Publish "Harbour report" for everyone\?/)
    .getByRole('button', { name: 'Approve' })
    .click();
  await expect(statusOf(page)).toContainText('Completed');
  await expect(connectionOf(page)).toHaveText('ended');

  await tabOf(page, /^Artifacts/).click();
  const artifacts = page.getByRole('region', { name: 'Artifacts' });
  await artifacts.getByRole('link', { name: 'figures.png', exact: true }).click();
  const lightbox = page.getByRole('dialog', { name: 'figures.png' });
  await expect(lightbox.getByRole('img', { name: 'figures.png' })).toHaveJSProperty('naturalWidth', 640);
  await page.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();
  await artifacts.getByRole('link', { name: 'report.md', exact: true }).last().click();
  const preview = page.getByRole('dialog', { name: 'report.md' });
  await expect(preview.getByRole('heading', { name: 'Harbour report' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByLabel('More actions').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download bundle' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^hello-gates-.+\.zip$/);
  expectBundle(readFileSync(await download.path()));
});
