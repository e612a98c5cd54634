import { globSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { checkPage, expectAccessible } from './fixtures/check-page.ts';
import type { GatehouseConsole } from './fixtures/console.ts';
import { connectionOf, gateOf } from './fixtures/run-page.ts';
import { answer, createLink, openGate, startRun } from './fixtures/runs.ts';
import { root } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'accessibility' });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function waitingRun(gatehouse: GatehouseConsole) {
  const runId = await startRun(gatehouse, 'hello-gates', { title: 'A report with a rather long title, to see it fit' });
  return { run: `/runs/${runId}`, gate: await openGate(gatehouse, runId, 'review') };
}

async function failedRun(gatehouse: GatehouseConsole) {
  const source = 'gatehouse: 1\nname: Stuck\nnodes:\n  work: { type: cli, command: [echo, "${computed.none}"] }\n';
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source });
  await openGate(gatehouse, body.id, 'work');
  return body.id;
}

async function invitation(gatehouse: GatehouseConsole): Promise<string> {
  const { body } = await gatehouse.api<{ url: string }>('POST', '/api/invitations', { name: 'Ann', role: 'viewer' });
  return body.url.slice(gatehouse.address.length);
}

/** The page of something that was done with many runs. */
async function manyRuns(gatehouse: GatehouseConsole): Promise<string> {
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/bulk', { verb: 'retry', filter: 'status=failed' });
  return paths.bulkAct(body.id, '');
}

/** Every kind of page, with something on it. */
const pages = {
  'of a run': async (gatehouse: GatehouseConsole) => {
    const { run, gate } = await waitingRun(gatehouse);
    const stuck = await failedRun(gatehouse);
    return [
      run,
      `${run}?node=collect`,
      `${run}?tab=graph`,
      `${run}?tab=logs`,
      `${run}?at=3`,
      `${run}?tab=trace`,
      `${run}?tab=artifacts`,
      `${run}?tab=state`,
      `/runs/${stuck}?node=work`,
      `${run}?node=collect&pane=output`,
      `${run}?node=collect&pane=logs`,
      `${run}?node=collect&pane=events`,
      paths.runPlan(gate.run, 'restart', { node: 'collect' }),
      paths.runPlan(gate.run, 'fork', { at: 3 }),
      paths.runPlan(stuck, 'move'),
      paths.links(gate.run, gate.id),
      paths.compare(gate.run, { with: stuck }),
      paths.compare(gate.run, { node: 'collect', visit: 1, with_visit: 1, with_attempt: 1 }),
      '/runs/nothing',
    ];
  },
  'of the console': async (gatehouse: GatehouseConsole) => {
    const { gate } = await waitingRun(gatehouse);
    const answered = await waitingRun(gatehouse);
    const link = await createLink(gatehouse, answered.gate);
    await answer(gatehouse, answered.gate, answered.gate.options[0]?.id ?? '');
    writeFileSync(
      join(gatehouse.env.GATEHOUSE_WORKFLOWS, 'mistaken.yaml'),
      'gatehouse: 1\nname: Mistaken\nnodes: {}\n',
    );
    return [
      '/runs',
      '/runs?status=failed',
      '/bundles',
      '/runs?input.title=none&asks=1&when=dates',
      '/runs?columns=now,by,version,cost,input.title',
      '/runs/bulk?verb=cancel&all=1',
      '/runs/bulk?verb=none',
      await manyRuns(gatehouse),
      '/gates',
      `/gates?open=${gate.run}/${gate.id}`,
      '/gates?show=overdue',
      '/gates?show=answered',
      '/workflows',
      '/workflows/hello-gates',
      '/workflows/mcp-tour',
      '/workflows/mistaken',
      paths.addWorkflow(),
      paths.editWorkflow('hello-gates'),
      paths.editWorkflow('mistaken'),
      paths.nativeWorkflow('shopping-list'),
      paths.nativeWorkflow('mistaken'),
      '/settings',
      '/settings/audit',
      '/settings/people',
      '/settings/profile',
      '/nowhere',
      new URL(await createLink(gatehouse, gate)).pathname,
      new URL(link).pathname,
      '/g/unknown',
      await invitation(gatehouse),
      '/join?token=unknown',
    ];
  },
};

async function checkAll(gatehouse: GatehouseConsole, page: Page, which: keyof typeof pages) {
  await page.goto(`${gatehouse.address}/sign-in`);
  await checkPage(page);
  await gatehouse.signIn(page);
  for (const path of await pages[which](gatehouse)) {
    await page.goto(gatehouse.address + path);
    await checkPage(page);
  }
}

/** Addresses below app/ that answer with files, or lead elsewhere at once. */
const notPages = [
  '/',
  '/sign-out',
  '/sign-in/openid',
  '/sign-in/openid/callback',
  '/sign-in/passkey',
  '/sign-in/passkey/challenge',
  '/g/[token]/a/[artifactId]',
  '/g/[token]/v/[hash]',
  '/g/[token]/standing',
];

function addressesOfPages(): string[] {
  const files = globSync('**/{page.tsx,route.ts}', { cwd: join(root, 'app') });
  const addresses = files.map((file) => `/${dirname(file).replace(/^\.$|\([^/]*\)\/?/g, '')}`);
  return addresses.filter((address) => !address.startsWith('/api/') && !notPages.includes(address));
}

test('U24 no page is left out of those that axe looks at', async ({ gatehouse }) => {
  const given = ['/sign-in', ...(await pages['of a run'](gatehouse)), ...(await pages['of the console'](gatehouse))];
  const seen = given.map((path) => new URL(path, gatehouse.address).pathname);
  const missing = addressesOfPages().filter((address) => {
    const pattern = new RegExp(`^${address.replace(/\[[^/]*\]/g, '[^/]+')}$`);
    return !seen.some((path) => pattern.test(path));
  });
  expect(addressesOfPages()).toContain('/runs/[runId]/plan');
  expect(missing).toEqual([]);
});

test.beforeEach(({ visitors }) => visitors.expectErrors(/status of 404/));

for (const which of ['of a run', 'of the console'] as const) {
  test(`U24 every page ${which} has one heading, its landmarks and a name for every control, and axe finds nothing`, async ({
    gatehouse,
    page,
  }) => {
    await checkAll(gatehouse, page, which);
  });

  test(`U24 on a phone no page ${which} scrolls sideways, every control keeps its name, and axe finds nothing`, async ({
    gatehouse,
    visitors,
  }) => {
    await checkAll(gatehouse, await (await visitors.visit(phone)).newPage(), which);
  });
}

test('U24 axe finds nothing in what opens over a page: keys, palette, menus, the dialog of a link, a picture', async ({
  gatehouse,
  page,
}) => {
  const { run } = await waitingRun(gatehouse);
  await gatehouse.signIn(page);
  await page.goto(gatehouse.address + run);
  await expect(connectionOf(page)).toHaveText('live');
  const closed = async (opened: Locator) => {
    await expect(opened).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(opened).toBeHidden();
  };
  await page.keyboard.press('?');
  await closed(page.getByRole('dialog', { name: 'Keys' }));
  await page.keyboard.press('ControlOrMeta+k');
  await closed(page.getByRole('dialog').filter({ has: page.getByRole('combobox') }));
  await page.getByLabel('More actions').click();
  await closed(page.getByRole('link', { name: 'Download bundle' }));
  await page.getByRole('button', { name: 'Share link' }).click();
  await closed(page.getByRole('dialog', { name: /link/i }));
  await page
    .getByRole('button', { name: /figures\.png/ })
    .first()
    .click();
  await closed(page.getByRole('dialog'));
});

test('the keyboard reaches the answers of a gate, and a question mark shows the keys', async ({ gatehouse, page }) => {
  const runId = await startRun(gatehouse, 'two-questions');
  await openGate(gatehouse, runId, 'first');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  await expect(connectionOf(page)).toHaveText('live');

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('On a run');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  const approve = gateOf(page, 'Is the first thing right?').getByRole('button', { name: 'Approve' });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  const isReached = () => approve.evaluate((button) => button === document.activeElement);
  for (let presses = 0; presses < 30 && !(await isReached()); presses += 1) await page.keyboard.press('Tab');
  await expect(approve).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(gateOf(page, 'Is the second thing right?')).toBeVisible();
});
