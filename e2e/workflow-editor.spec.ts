// A workflow file comes in by the browser, is mended there in its own format, and leaves in the native language.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { checkPage } from './fixtures/check-page.ts';
import type { GatehouseConsole } from './fixtures/console.ts';
import { statusOf } from './fixtures/run-page.ts';
import { token } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'workflow-editor' });

const tasks = (last: string) => `workflow:
  name: Greeting
  tasks:
    - id: greet
      name: Greet
      action: create_file
      params: { path: a.txt, content: Hello }
      on_complete: ${last}
`;

const native = (name: string) => `gatehouse: 1\nname: ${name}\nnodes:\n  done: { type: end }\n`;

const editorOf = (page: Page) => page.getByRole('textbox', { name: /^Text of / });
const problemsOf = (page: Page) => page.getByRole('list', { name: 'Problems' });
const fileOf = (gatehouse: GatehouseConsole, name: string) => join(gatehouse.env.GATEHOUSE_WORKFLOWS, name);
const asFile = (name: string, text: string) => ({ name, mimeType: 'application/yaml', buffer: Buffer.from(text) });

test('a foreign file is uploaded, mended, saved, shown and kept in the native language, and started', async ({
  gatehouse,
  page,
  visitors,
}) => {
  visitors.expectErrors(/status of (409|422)/);
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/workflows`);
  await page.getByRole('link', { name: 'Add a workflow' }).click();
  await page.getByLabel('A file').setInputFiles(asFile('greeting.yml', tasks('ned')));
  await expect(page.getByLabel('Its name here')).toHaveValue('greeting');
  const panel = page.getByRole('main').locator('form');
  await expect(panel).toContainText('tasks');
  await expect(panel).toContainText('1 node');
  await expect(problemsOf(page)).toContainText('node "greet" points to unknown node "ned"');
  await expect(problemsOf(page)).toContainText('line 8, column 20');
  await checkPage(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('alert')).toContainText('greeting.yaml:8:20 node "greet" points to unknown node "ned"');

  await problemsOf(page).getByRole('button', { name: 'line 8, column 20' }).click();
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Delete');
  await page.keyboard.type('end');
  await expect(problemsOf(page)).toBeHidden();
  await page.getByLabel('Its name here').fill('hello-gates');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('alert')).toContainText('There is a workflow "hello-gates" already');
  await page.getByLabel('Its name here').fill('greeting');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(`${gatehouse.address}/workflows/greeting`);
  await expect(page.getByTitle('Written in the format “tasks”')).toBeVisible();
  expect(readFileSync(fileOf(gatehouse, 'greeting.yaml'), 'utf8')).toBe(tasks('end'));

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await editorOf(page).fill(tasks('end').replace('Hello', 'Good morning'));
  await page.keyboard.press('Control+s');
  await expect(page.getByText('saved', { exact: true })).toBeVisible();
  expect(readFileSync(fileOf(gatehouse, 'greeting.yaml'), 'utf8')).toContain('Good morning');
  await checkPage(page);
  await page.getByRole('link', { name: 'Close the editor' }).click();

  await page.getByRole('link', { name: 'Show it in the native language' }).click();
  await expect(page.getByRole('table')).toContainText('gatehouse: 1');
  await checkPage(page);
  await page.getByLabel('Name of the new file').fill('greeting');
  await page.getByRole('button', { name: 'Save as a new file' }).click();
  await expect(page.getByText('There is a workflow "greeting" already; choose another name')).toBeVisible();
  await page.getByLabel('Name of the new file').fill('greeting-native');
  await page.getByRole('button', { name: 'Save as a new file' }).click();
  await page.waitForURL(`${gatehouse.address}/workflows/greeting-native`);
  expect(readFileSync(fileOf(gatehouse, 'greeting-native.yaml'), 'utf8')).toContain('Good morning');

  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/runs\/[^/]+$/);
  await expect(statusOf(page)).toContainText('Completed');
});

test('a file that changed meanwhile is told, and nothing is overwritten until the writer chooses', async ({
  gatehouse,
  page,
}) => {
  const file = fileOf(gatehouse, 'shared.yaml');
  writeFileSync(file, native('First'));
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/workflows/shared?edit=1`);
  await expect(page.locator('[data-live="live"]')).toBeVisible();
  await editorOf(page).fill(native('Mine'));
  writeFileSync(file, native('Theirs'));
  await expect(page.getByRole('alert').filter({ hasText: 'The file has changed' })).toBeVisible();
  await expect(editorOf(page)).toHaveValue(native('Mine'));
  expect(readFileSync(file, 'utf8')).toBe(native('Theirs'));

  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('link', { name: 'Close the editor' }).click();
  await expect(editorOf(page)).toHaveValue(native('Mine'));

  await page.getByRole('button', { name: 'Keep my text, to be saved over it' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('saved', { exact: true })).toBeVisible();
  expect(readFileSync(file, 'utf8')).toBe(native('Mine'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mine');
  await expect(page.getByRole('alert').filter({ hasText: 'The file has changed' })).toBeHidden();
});

test('a file that is dropped on the list of workflows is opened there, and another kind of file is refused', async ({
  gatehouse,
  page,
}) => {
  const drop = async (name: string, text: string) => {
    const data = await page.evaluateHandle(
      (given) => {
        const data = new DataTransfer();
        data.items.add(new File([given.text], given.name));
        return data;
      },
      { name, text },
    );
    await page.dispatchEvent('main', 'drop', { dataTransfer: data });
  };
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/workflows`);
  await drop('notes.txt', 'Hello');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('notes.txt is no workflow file');
  await drop('dropped.yaml', native('Dropped'));
  await expect(editorOf(page)).toHaveValue(native('Dropped'));
  await expect(page.getByLabel('Its name here')).toHaveValue('dropped');
});

test('without JavaScript a workflow is added, and edited over the version that was read', async ({
  gatehouse,
  visitors,
}) => {
  const page = await (await visitors.visit({ javaScriptEnabled: false })).newPage();
  await page.goto(`${gatehouse.address}/workflows?add=1`);
  await page.getByLabel('Or paste the API token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Its name here').fill('plain');
  await page.getByLabel('A file').setInputFiles(asFile('plain.yaml', native('Plain').replace('end', 'edn')));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(problemsOf(page)).toContainText('edn');
  await editorOf(page).fill(native('Plain'));
  await expect(page.getByLabel('Its name here')).toHaveValue('plain');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Plain' })).toBeVisible();
  expect(readFileSync(fileOf(gatehouse, 'plain.yaml'), 'utf8')).toBe(native('Plain'));

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await editorOf(page).fill(native('Plainer'));
  writeFileSync(fileOf(gatehouse, 'plain.yaml'), native('Theirs'));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('it has changed since you read it');
  await expect(editorOf(page)).toHaveValue(native('Plainer'));
  expect(readFileSync(fileOf(gatehouse, 'plain.yaml'), 'utf8')).toBe(native('Theirs'));
});
