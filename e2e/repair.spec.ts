// A mistake in a file is mended in the run that has it: by what the failed step was given, or by a newer file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPage } from './fixtures/check-page.ts';
import type { GatehouseConsole } from './fixtures/console.ts';
import { connectionOf, gateOf, rowOf, statusOf } from './fixtures/run-page.ts';
import { openGate, readRun, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

const broken = `gatehouse: 1
name: Greeting
version: 1.0.0
nodes:
  find: { type: cli, command: [echo, ann], save: { who: "\${trim(result.stdout)}" } }
  greet: { type: cli, command: [echo, "Hello \${find.nmae}"] }
  done: { type: end, message: "\${trim(greet.stdout)}" }
`;

async function stuckRun(gatehouse: GatehouseConsole) {
  const file = join(gatehouse.env.GATEHOUSE_WORKFLOWS, 'greeting.yaml');
  writeFileSync(file, broken);
  const runId = await startRun(gatehouse, 'greeting');
  await openGate(gatehouse, runId, 'greet');
  return { runId, file };
}

test('what a failed step was given is changed on the page, and Retry goes on with it', async ({ gatehouse, page }) => {
  const { runId } = await stuckRun(gatehouse);
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  const gate = gateOf(page, /^Needs you: .*greet/);
  await expect(gate).toContainText('find.nmae');
  const given = gate.getByRole('textbox', { name: /given/i });
  await expect(given).toHaveValue(/Hello \$\{find\.nmae\}/);
  await given.fill((await given.inputValue()).replace('find.nmae', 'computed.who'));
  await gate.getByRole('button', { name: 'Retry' }).click();
  await expect(statusOf(page)).toContainText('Completed');
  expect((await readRun(gatehouse, runId)).message).toBe('Hello ann');
});

test('a step whose work failed is restarted with something else, from its question', async ({ gatehouse, page }) => {
  const source = `gatehouse: 1\nname: Copy\nnodes:\n  copy: { type: cli, command: [cat, none.txt] }\n  done: { type: end, message: "\${trim(copy.stdout)}" }\n`;
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source });
  await openGate(gatehouse, body.id, 'copy');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${body.id}`);
  await gateOf(page, /^Needs you: .*copy/)
    .getByRole('link', { name: 'something else' })
    .click();
  await page.getByText('Change what it is given').click();
  await checkPage(page);
  const given = page.getByRole('textbox', { name: 'What it is given' });
  await given.fill((await given.inputValue()).replace('"cat"', '"echo"'));
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect(statusOf(page)).toContainText('Completed');
  expect((await readRun(gatehouse, body.id)).message).toBe('none.txt');
});

test('a run is moved to the newest version of its file, with a plan first, and every open page is drawn by it', async ({
  gatehouse,
  page,
  visitors,
}) => {
  const { runId, file } = await stuckRun(gatehouse);
  const watching = await (await visitors.visit()).newPage();
  for (const each of [page, watching]) {
    await gatehouse.signIn(each);
    await each.goto(`${gatehouse.address}/runs/${runId}`);
    await expect(connectionOf(each)).toHaveText('live');
  }
  const gate = gateOf(page, /^Needs you: .*greet/);
  await gate.getByRole('link', { name: 'move this run to its newest version' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('change the file first');
  writeFileSync(
    file,
    broken
      .replace('1.0.0', '1.1.0')
      .replace('greet: {', 'greet: { name: Say hello,')
      .replace('find.nmae', 'computed.who'),
  );
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Move to the newest version');
  await expect(page.getByRole('list', { name: 'The file' })).toHaveText('greet is changed');
  await checkPage(page);
  await page.getByRole('button', { name: 'Move to the newest version' }).click();
  for (const each of [page, watching]) {
    await expect(statusOf(each)).toContainText('Completed');
    await expect(rowOf(each, 'Say hello')).toBeVisible();
  }
  expect(await readRun(gatehouse, runId)).toMatchObject({ message: 'Hello ann', version: '1.1.0' });
});
