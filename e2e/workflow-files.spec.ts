import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures/test.ts';

const workflow = (name: string, message: string) => `gatehouse: 1
name: ${name}
inputs:
  title: { type: string, default: A title }
nodes:
  show: { type: gate, kind: info, name: Show it, message: ${message} }
`;

test('the pages of workflows follow their files, and what was typed stays', async ({ gatehouse, page }) => {
  const file = join(gatehouse.env.GATEHOUSE_WORKFLOWS, 'followed.yaml');
  writeFileSync(file, workflow('Followed', 'The first text'));
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/workflows/followed`);
  const source = page.getByRole('region', { name: 'Source' });
  await expect(source).toContainText('The first text');
  await expect(page.locator('[data-live="live"]')).toBeVisible();
  await page.getByRole('textbox', { name: 'title' }).fill('Typed before the change');

  writeFileSync(file, workflow('Followed twice', 'The second text'));
  await expect(source).toContainText('The second text');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Followed twice');
  await expect(page.getByRole('textbox', { name: 'title' })).toHaveValue('Typed before the change');

  writeFileSync(file, 'gatehouse: 1\nname: Broken\nnodes: { show: { type: gat } }\n');
  await expect(page.getByRole('button', { name: 'Start' })).toBeDisabled();

  await page.goto(`${gatehouse.address}/workflows`);
  await expect(page.locator('[data-live="live"]')).toBeVisible();
  writeFileSync(join(gatehouse.env.GATEHOUSE_WORKFLOWS, 'newcomer.yaml'), workflow('A newcomer', 'Hello'));
  await expect(page.getByRole('link', { name: 'A newcomer', exact: true })).toBeVisible();
});
