// Two runs of a workflow, or two attempts of a step, side by side: the way they took, how long, with what, and what came of it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GatehouseConsole } from './fixtures/console.ts';
import { expectStatus, startRun } from './fixtures/runs.ts';
import { token } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

const source = `gatehouse: 1
name: Report
version: 1.0.0
inputs:
  title: { type: string, default: Monday }
  deep: { type: boolean, default: false }
nodes:
  collect:
    type: cli
    script: "echo about $TITLE; echo in short; seq $LINES"
    env: { TITLE: "\${inputs.title}", LINES: "\${inputs.deep ? 40000 : 2}" }
  check: { type: if, condition: inputs.deep, then: dig, else: sum }
  dig: { type: cli, command: [echo, deep] }
  sum:
    type: cli
    script: "test -f there && echo found || { touch there; echo nothing there >&2; exit 3; }"
    retry: { attempts: 2, backoff: 10ms }
`;

async function twoRuns(gatehouse: GatehouseConsole) {
  writeFileSync(join(gatehouse.env.GATEHOUSE_WORKFLOWS, 'report.yaml'), source);
  const run = async (inputs: Record<string, unknown>) => {
    const id = await startRun(gatehouse, 'report', inputs);
    await expectStatus(gatehouse, id, 'completed');
    return id;
  };
  return { first: await run({}), second: await run({ title: 'Tuesday' }), third: await run({ deep: true }) };
}

test('a run is compared with the one before it, or with any other of its workflow', async ({ gatehouse, page }) => {
  const { first, second, third } = await twoRuns(gatehouse);
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${second}`);
  await page.getByLabel('More actions').click();
  await page.getByRole('link', { name: 'Compare with…' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare runs' })).toBeVisible();
  const partOf = (name: string) =>
    page.locator('main section').filter({ has: page.getByRole('heading', { level: 2, name }) });
  await expect(page.getByRole('table').first().getByRole('columnheader')).toHaveText(
    [first, second].map((id) => `#${id.slice(0, 6)}`),
  );
  await expect(partOf('Path')).toContainText('the same');
  await expect(partOf('Inputs').getByRole('cell')).toContainText(['−title: "Monday"', '+title: "Tuesday"']);
  await expect(partOf('Outputs')).toContainText('about Tuesday');
  await expect(partOf('Outputs').locator('summary')).toHaveText(['collect']);

  await page.getByLabel(/^Compare #\w+ with$/).selectOption(third);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page).toHaveURL(new RegExp(`with=${third}`));
  const dig = partOf('Path')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'dig' }) });
  await expect(dig).toContainText('not taken');
  await expect(dig).toContainText('Completed');
  const large = partOf('Outputs').getByRole('link', { name: new RegExp(`^Download \\w+ of #${third.slice(0, 6)} `) });
  await expect(partOf('Outputs')).toContainText('too large to compare here');
  const kept = await page.request.get(gatehouse.address + ((await large.first().getAttribute('href')) ?? ''));
  expect(await kept.text()).toContain('40000');

  await partOf('Path').getByRole('link', { name: 'sum' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare sum' })).toBeVisible();
  await expect(partOf('Output')).toContainText('The same on both sides.');
});

test('two attempts of a step are compared, also without scripts; a run that is not there is not compared', async ({
  gatehouse,
  visitors,
}) => {
  const { first } = await twoRuns(gatehouse);
  const page = await (await visitors.visit({ javaScriptEnabled: false })).newPage();
  await page.goto(`${gatehouse.address}/runs/${first}?node=sum`);
  await page.getByLabel('Or paste the API token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: /^Compare attempt 2 of visit 1 with the one before/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare sum' })).toBeVisible();
  const heads = ['visit 1, attempt 1', 'visit 1, attempt 2'];
  await expect(page.getByRole('table').first().getByRole('columnheader')).toHaveText(heads);
  await expect(page.getByRole('row', { name: /^Status/ }).getByRole('cell')).toHaveText(['Failed', 'Completed']);
  await expect(page.getByRole('main')).toContainText('nothing there');

  await page.goto(`${gatehouse.address}/runs/${first}/compare?with=nobodys`);
  await expect(page.getByRole('main')).toContainText('The run to compare with is not there');
});
