// The sample with a real browser server: pages are opened, pointed at in words and photographed; a model judges, a person decides.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Asked, type ModelServer, startModelServer } from './fakes/model-server.ts';
import { gateOf, statusOf } from './fixtures/run-page.ts';
import { readEvents, startRun } from './fixtures/runs.ts';
import { root } from './fixtures/spawn-console.ts';
import { test as base, expect } from './fixtures/test.ts';

// Where a wall can stand, a console that starts nothing without one: the browser and its pictures are behind it.
const canStand = spawnSync('bwrap', ['--unshare-user', '--ro-bind', '/', '/', 'true']).status === 0;
const sandbox = canStand ? 'required' : 'auto';
if (!canStand) console.warn('NO WALL CAN STAND HERE: @playwright/mcp WAS NOT TRIED BEHIND ONE.');

const test = base.extend<{ model: ModelServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from this pattern
  model: async ({}, use) => {
    const model = await startModelServer();
    await use(model);
    await model.stop();
  },
  consoleEnv: async ({ model }, use) => {
    await use({ ...model.env, GATEHOUSE_VISION_MODEL: 'eyes', GATEHOUSE_SANDBOX: sandbox });
  },
});

/** The browser of these tests, which Playwright's server does not look for by itself. */
function withBrowser(text: string): string {
  const browser = process.env.GATEHOUSE_CHROMIUM;
  const more = [
    ...(browser ? ['--executable-path', JSON.stringify(browser)] : []),
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  return text.replace('--headless,', ['--headless', ...more, ''].join(', '));
}

const verdicts = ['It looks right', 'It still looks right'].map((name) => ({ name, verdict: 'pass', reason: 'seen' }));
const reply = ({ model }: Asked) => ({
  text: model === 'eyes' ? JSON.stringify({ verdicts }) : 'button "Sign in"',
});

test('M7 site-check with @playwright/mcp: what is pointed at in words is clicked, and a person sees what the browser saw', async ({
  gatehouse,
  model,
  page,
}) => {
  test.setTimeout(240_000);
  const sample = readFileSync(join(root, 'workflows/site-check.yaml'), 'utf8');
  writeFileSync(join(gatehouse.env.GATEHOUSE_WORKFLOWS, 'site-check.yaml'), withBrowser(sample));
  model.answerWith(reply);
  const runId = await startRun(gatehouse, 'site-check', { url: `${gatehouse.address}/sign-in`, follow: 'the way in' });
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  await page
    .getByRole('region', { name: /^Needs you: Start the MCP server/ })
    .getByRole('button', { name: 'Allow' })
    .click();
  const review = gateOf(page, /^Needs you: Is http/);
  const failure = page.getByRole('region', { name: /^Needs you: .*failed/ });
  await expect(review.or(failure)).toBeVisible({ timeout: 180_000 });
  await expect(failure, 'does npx reach the registry?').toHaveCount(0);

  for (const name of ['first.png', 'second.png']) {
    await review.getByRole('link', { name: new RegExp(name) }).click();
    const image = page.getByRole('dialog').getByRole('img');
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(300);
    await page.keyboard.press('Escape');
  }
  const events = await readEvents(gatehouse, runId);
  const resolved = events.find(({ type }) => type === 'target_resolved');
  expect(resolved?.data).toMatchObject({ target: 'the way in', arguments: { element: 'button "Sign in"' } });
  const seen = model.asked.filter(({ messages }) => JSON.stringify(messages).includes('image_url'));
  expect(seen.map((asked) => asked.model)).toEqual(['eyes', 'eyes']);
  await review.getByRole('button', { name: 'It is fine' }).click();
  await expect(statusOf(page)).toContainText('Completed');
});
