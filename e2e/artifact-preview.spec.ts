// Every file that a run produced can be looked into without leaving the page, in the way that fits it; nothing in it ever runs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { checkPage } from './fixtures/check-page.ts';
import type { GatehouseConsole } from './fixtures/console.ts';
import { pdfOf, wav, webm } from './fixtures/media.ts';
import { gateOf, playedIn, showsPdf } from './fixtures/run-page.ts';
import { expectStatus, openGate, startRun } from './fixtures/runs.ts';
import { token } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ sharedAs: 'runs' });

/** A PNG of one colour, 2 by 2. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==';

const files: Record<string, string> = {
  'notes.md': '# Notes\n\n| part | state |\n| - | - |\n| roof | **dry** |\n\n> Quoted words.\n',
  'data.json': '{"weather":{"wind":[3,4]}}',
  'list.json': JSON.stringify([
    { a: { b: { c: { d: 'the bottom' } } } },
    ...Array.from({ length: 449 }, (_, at) => at),
  ]),
  'table.csv': 'harbour,depth\nNorth,"4,5"\nSouth,6\n',
  'fix.diff': 'diff --git a/x b/x\n@@ -1 +1 @@\n-old\n+new\n',
  'page.html': '<style>p{color:red}</style><p>Quiet page</p><script>document.body.textContent = "It ran"</script>',
  'colours.log': '\u001b[31mred alert\u001b[0m and calm\n',
  'blob.bin': 'PK\u0003\u0004\u0000\u0001',
};

const binary: Record<string, Buffer> = {
  'before.png': Buffer.from(png, 'base64'),
  'after.png': Buffer.from(png, 'base64'),
  'paper.pdf': pdfOf('A small PDF'),
  'tone.wav': wav(),
  'film.webm': webm,
};
const encoded = Object.fromEntries(Object.entries(binary).map(([name, bytes]) => [name, bytes.toString('base64')]));

function writeWorkflow(gatehouse: GatehouseConsole, after = '') {
  const script = `
const { writeFileSync } = require('node:fs');
const put = (name, data) => writeFileSync(process.env.GATEHOUSE_ARTIFACTS + '/' + name, data);
for (const [name, text] of Object.entries(${JSON.stringify(files)})) put(name, text);
put('large.log', Array.from({ length: 40000 }, (_, i) => 'line ' + (i + 1) + ' of many').join('\\n') + '\\n');
for (const [name, bytes] of Object.entries(${JSON.stringify(encoded)})) put(name, Buffer.from(bytes, 'base64'));`;
  const text = `gatehouse: 1
name: files
nodes:
  make: { type: cli, command: [node, -e, ${JSON.stringify(script)}] }
${after}`;
  writeFileSync(join(gatehouse.env.GATEHOUSE_WORKFLOWS, 'files.yaml'), text);
}

async function openArtifacts(gatehouse: GatehouseConsole, page: Page) {
  writeWorkflow(gatehouse);
  const runId = await startRun(gatehouse, 'files');
  await expectStatus(gatehouse, runId, 'completed');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}?tab=artifacts`);
  const artifacts = page.getByRole('region', { name: 'Artifacts' });
  const open = async (name: string) => {
    await artifacts.getByRole('link', { name, exact: true }).click();
    const panel = page.getByRole('dialog', { name });
    await expect(panel).toBeVisible();
    return panel;
  };
  return { runId, artifacts, open, close: () => page.keyboard.press('Escape') };
}

test('U17 a file opens as what it is: Markdown, a tree, a table, a diff, colours, bytes; and has an address', async ({
  gatehouse,
  page,
}) => {
  const { open, close } = await openArtifacts(gatehouse, page);
  const notes = await open('notes.md');
  await expect(notes.getByRole('cell', { name: 'dry' })).toBeVisible();
  await expect(notes.getByRole('blockquote')).toHaveText('Quoted words.');
  await expect(notes).toContainText(/make, visit 1, attempt 1 · text\/markdown · \d+ B · [0-9a-f]{12}/);
  await checkPage(page);
  await notes.getByRole('button', { name: 'Source' }).click();
  await expect(notes.getByRole('group', { name: 'notes.md' })).toContainText('| roof | **dry** |');
  await expect(page).toHaveURL(/artifact=/);
  await page.reload();
  await expect(notes.getByRole('cell', { name: 'dry' })).toBeVisible();
  await close();
  await expect(page).not.toHaveURL(/artifact=/);

  await expect((await open('data.json')).getByText('2 items')).toBeVisible();
  await close();
  // Of a large value what is open is drawn, and the rest when it is asked for.
  const list = await open('list.json');
  await expect(list.getByText('… and 250 more')).toBeVisible();
  await list.getByRole('button', { name: 'Show 200 more' }).click();
  await expect(list.getByText('… and 50 more')).toBeVisible();
  await expect(list.getByText('the bottom')).toHaveCount(0);
  for (const branch of ['b', 'c']) await list.getByText(branch, { exact: true }).click();
  await expect(list.getByText('the bottom')).toBeVisible();
  await close();
  const table = (await open('table.csv')).getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText(['harbour', 'depth']);
  await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveText(['North', '4,5']);
  await close();
  await expect((await open('fix.diff')).locator('.add')).toHaveText('+new');
  await close();
  await expect((await open('colours.log')).getByText('red alert')).toHaveClass(/text-failed/);
  await close();
  await expect((await open('blob.bin')).getByRole('group', { name: 'blob.bin' })).toContainText(
    '00000000 50 4b 03 04 00 01',
  );
});

test('a page is shown in a sandbox and runs nothing, and opened by itself it is text', async ({
  gatehouse,
  page,
  visitors,
}) => {
  visitors.expectErrors(/Blocked script execution/);
  const { open, runId } = await openArtifacts(gatehouse, page);
  const frame = (await open('page.html')).locator('iframe').contentFrame();
  await expect(frame.getByText('Quiet page')).toHaveCSS('color', 'rgb(255, 0, 0)');
  await expect(frame.getByText('It ran')).toHaveCount(0);
  const id = new URL(page.url()).searchParams.get('artifact');
  await page
    .context()
    .newPage()
    .then(async (other) => {
      await other.goto(`${gatehouse.address}/api/runs/${runId}/artifacts/${id}?inline=1`);
      await expect(other.locator('pre')).toContainText('<p>Quiet page</p>');
    });
});

test('a PDF is read in the browser’s reader, sounds and films play, and none of them may run or load anything', async ({
  gatehouse,
  page,
}) => {
  const { open, close, artifacts } = await openArtifacts(gatehouse, page);
  await open('paper.pdf');
  await expect.poll(() => showsPdf(page)).toBe(true);
  await checkPage(page);
  await close();
  expect(await playedIn(await open('tone.wav'))).toEqual({ duration: 0.5, width: 0, isWhole: true });
  await close();
  expect(await playedIn(await open('film.webm'))).toEqual({ duration: 1, width: 32, isWhole: true });
  await checkPage(page);
  // As each was asked for: the reader of the browser rewrites what the browser then tells of an answer.
  for (const [name, dest] of [
    ['paper.pdf', 'iframe'],
    ['tone.wav', 'audio'],
    ['film.webm', 'video'],
  ] as const) {
    const address = await artifacts.getByRole('link', { name, exact: true }).getAttribute('href');
    const headers = { authorization: `Bearer ${token}`, 'sec-fetch-dest': dest };
    const answer = await page.request.get(`${gatehouse.address}${address}`, { headers });
    expect(answer.headers()['content-security-policy'], name).toContain("default-src 'none'");
    expect(answer.headers()['content-type'], name).toMatch(/pdf|audio|video/);
  }
});

test('a large text is read part by part, and the next file is a key away', async ({ gatehouse, page }) => {
  const { open } = await openArtifacts(gatehouse, page);
  const panel = await open('large.log');
  await expect(panel.getByRole('status')).toHaveText(/A part of it: 0 B to 128 KB of \d+ KB/);
  await expect(panel.getByText('line 1 of many', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Last part' }).click();
  await expect(panel.getByText('line 40000 of many')).toBeVisible();
  await expect(panel.getByText('line 1 of many', { exact: true })).toBeHidden();
  await page.keyboard.press(']');
  await expect(page.getByRole('dialog', { name: 'large.log' })).toBeHidden();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('[');
  await expect(panel).toBeVisible();
});

test('what a gate shows is read as it is meant: texts rendered, two images side by side, files in place, and the buttons stay', async ({
  gatehouse,
  page,
}) => {
  writeWorkflow(
    gatehouse,
    `  ask:
    type: gate
    message: Is it right?
    show: ["\${make.artifacts}", "# Summary\\n\\n| a | b |\\n| - | - |\\n| 1 | 2 |"]
`,
  );
  const runId = await startRun(gatehouse, 'files');
  await openGate(gatehouse, runId, 'ask');
  await gatehouse.signIn(page);
  await page.goto(`${gatehouse.address}/runs/${runId}`);
  const gate = gateOf(page, 'Is it right?');
  await expect(gate.getByRole('heading', { name: 'Summary' })).toBeVisible();
  const [before, after] = [
    gate.getByRole('link', { name: /^before\.png/ }),
    gate.getByRole('link', { name: /^after\.png/ }),
  ];
  await before.scrollIntoViewIfNeeded();
  const [left, right] = [await before.boundingBox(), await after.boundingBox()];
  expect(left?.y).toBe(right?.y);
  await gate.getByRole('link', { name: /^table\.csv/ }).click();
  await expect(gate.getByRole('cell', { name: '4,5' })).toBeVisible();
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const box = await gate.boundingBox();
    expect(box?.height).toBeLessThan(height * 1.1);
    await gate.getByRole('button', { name: 'Approve' }).scrollIntoViewIfNeeded();
    await expect(gate.getByRole('button', { name: 'Approve' })).toBeInViewport();
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await before.click();
  await expect(page.getByRole('dialog', { name: 'before.png' })).toBeVisible();
});
