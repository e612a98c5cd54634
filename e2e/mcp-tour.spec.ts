// A real MCP server from npm: nothing is started before a person has seen and allowed exactly that.
import { gateOf, statusOf } from './fixtures/run-page.ts';
import { readRun, startRun } from './fixtures/runs.ts';
import { expect, test } from './fixtures/test.ts';

test('a person sees exactly which server would be started, allows it, and sees its picture', async ({
  gatehouse,
  page,
}) => {
  const runId = await startRun(gatehouse, 'mcp-tour', { a: 4, b: 38 });
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  const allow = page.getByRole('region', { name: /^Needs you:/ });
  await expect(allow).toContainText('npx');
  await expect(allow).toContainText('@modelcontextprotocol/server-everything@2026.8.31');
  await expect(allow.getByRole('button', { name: 'Share link' })).toHaveCount(0);
  await allow.getByRole('button', { name: 'Allow' }).click();

  const look = gateOf(page, 'Did the picture come through?');
  await expect(async () => {
    const { state } = await readRun(gatehouse, runId);
    const error = state.active.find((position) => position.error)?.error;
    expect(error, `the server could not be started; does npx reach the registry? ${error?.message}`).toBeUndefined();
    await expect(look).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 45_000 });
  await expect(look).toContainText('42');
  const picture = look.getByRole('link', { name: /\.png/ });
  await picture.click();
  const image = page.getByRole('dialog').getByRole('img');
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await look.getByRole('button', { name: 'I can see it' }).click();
  await expect(statusOf(page)).toContainText('Completed');
});
