// A bundle opens again: in another console by dropping it on the runs page, and from the disk as one page with no console.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { checkPage } from './fixtures/check-page.ts';
import { type GatehouseConsole, startConsole } from './fixtures/console.ts';
import { pdfOf, wav, webm } from './fixtures/media.ts';
import { readZip } from './fixtures/read-zip.ts';
import { connectionOf, playedIn, rowOf, showsPdf, statusOf, tabOf } from './fixtures/run-page.ts';
import { answer, expectStatus, openGate, readEvents } from './fixtures/runs.ts';
import { root, token } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

/** Whoever made this wants to know when it is looked at. */
const logbook = (tracker: string) =>
  `<style>p{color:red}</style><p style="font-style:italic">Quiet sea</p><img src="${tracker}/seen.png">` +
  '<script>document.body.textContent = "It ran"</script>';
const sourceWith = (tracker: string) => `gatehouse: 1
name: Harbour watch
state: { phase: one }
inputs: { picture: { type: file } }
nodes:
  look:
    type: cli
    env: { PICTURE: "\${inputs.picture.path}" }
    script: |
      echo the tide is low; cp "$PICTURE" seen.png; echo calm > sea.txt
      unpack() { printf %s "$2" | base64 -d > "$1"; }
      unpack chart.pdf ${pdfOf('Depths').toString('base64')}
      unpack horn.wav ${wav().toString('base64')}
      unpack ship.webm ${webm.toString('base64')}
      unpack log.html ${Buffer.from(logbook(tracker)).toString('base64')}
    artifacts: [seen.png, sea.txt, chart.pdf, horn.wav, ship.webm, log.html]
  ask: { type: gate, kind: question, message: Is the harbour clear?, show: ["\${look.artifacts}"], options: [{ id: yes, label: All clear }] }
  set: { type: action, do: [{ type: set_state, field: phase, value: two }] }
`;

/** A run that printed, took a picture and was answered. */
async function watchedRun(gatehouse: GatehouseConsole, tracker = 'http://127.0.0.1:9') {
  const picture = readFileSync(join(root, 'app/_pictures/run-page.png')).toString('base64');
  const inputs = { picture: { name: 'seen.png', base64: picture } };
  const { body } = await gatehouse.api<{ id: string }>('POST', '/api/runs', { source: sourceWith(tracker), inputs });
  await answer(gatehouse, await openGate(gatehouse, body.id, 'ask'), 'yes');
  await expectStatus(gatehouse, body.id, 'completed');
  const response = await fetch(`${gatehouse.address}/api/runs/${body.id}/bundle`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const events = await readEvents(gatehouse, body.id);
  const seq = events.find((one) => one.type === 'variable_set' && one.node === 'set')?.seq ?? 0;
  return { bundle: Buffer.from(await response.arrayBuffer()), seq };
}

async function drop(page: Page, name: string, bytes: Buffer) {
  const dataTransfer = await page.evaluateHandle(
    ({ file, base64 }) => {
      const held = new DataTransfer();
      held.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], file));
      return held;
    },
    { file: name, base64: bytes.toString('base64') },
  );
  await page.locator('body').dispatchEvent('drop', { dataTransfer });
}

const noticeOf = (page: Page) => page.getByRole('note', { name: 'From a bundle' });
const detailsOf = (page: Page) => page.getByRole('complementary', { name: /^Details of/ });

/** Documents in frames where they run and load nothing, sounds and films that play. */
async function lookInside(page: Page) {
  const open = async (name: string) => {
    await page.getByRole('region', { name: 'Artifacts' }).getByRole('link', { name, exact: true }).click();
    return page.getByRole('dialog', { name });
  };
  const written = (await open('log.html')).locator('iframe');
  await expect(written.contentFrame().getByText('Quiet sea')).toHaveCSS('color', 'rgb(255, 0, 0)');
  await expect(written.contentFrame().getByText('Quiet sea')).toHaveCSS('font-style', 'italic');
  await expect(written.contentFrame().getByText('It ran')).toHaveCount(0);
  await expect(written).toHaveAttribute('sandbox', '');
  await checkPage(page);
  await page.keyboard.press('Escape');
  await open('chart.pdf');
  await expect.poll(() => showsPdf(page)).toBe(true);
  await page.keyboard.press('Escape');
  expect(await playedIn(await open('horn.wav'))).toMatchObject({ duration: 0.5, isWhole: true });
  await page.keyboard.press('Escape');
  expect(await playedIn(await open('ship.webm'))).toMatchObject({ width: 32, isWhole: true });
  await page.keyboard.press('Escape');
}

/** What the frame of a page says to whoever made it. */
const refusedInFrames = /Blocked script execution|violates the following Content Security Policy/;

/** What is told of the run wherever it is opened. */
async function lookThrough(page: Page, seq: number) {
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour watch' })).toBeVisible();
  await expect(statusOf(page)).toContainText('Completed');
  await expect(connectionOf(page).first()).toHaveText('from a bundle');
  await checkPage(page);
  await rowOf(page, 'ask').click();
  await expect(detailsOf(page)).toContainText('All clear');
  await expect(detailsOf(page)).toContainText(/signed [0-9a-f]{8}/);
  for (const name of ['Retry', 'More actions', 'Restart from here', 'Share link']) {
    await expect(page.getByRole('button', { name }).or(page.getByRole('link', { name }))).toHaveCount(0);
  }
  await tabOf(page, /^Logs/).click();
  await page.getByRole('combobox', { name: 'Step' }).selectOption('look');
  await expect(page.getByRole('region', { name: 'Logs' })).toContainText('the tide is low');
  await tabOf(page, /^Artifacts/).click();
  const pictures = page.getByRole('region', { name: 'Artifacts' }).locator('img');
  await expect
    .poll(() => pictures.evaluateAll((all) => all.some((one) => (one as HTMLImageElement).naturalWidth > 100)))
    .toBe(true);
  await expect(page.getByRole('region', { name: 'Artifacts' })).toContainText('calm');
  await lookInside(page);
  await tabOf(page, /^State/).click();
  await page.getByRole('slider', { name: 'Event' }).fill(String(seq - 1));
  await expect(page.getByRole('region', { name: 'Custom fields' })).toContainText('phaseone');
  await page.getByRole('slider', { name: 'Event' }).fill(String(seq));
  await expect(page.getByRole('region', { name: 'Custom fields' })).toContainText('phasetwo');
}

test('a bundle that is dropped on the runs page of another console is that run again, and says what was altered', async ({
  gatehouse,
  page,
  visitors,
}) => {
  visitors.expectErrors(refusedInFrames);
  const { bundle, seq } = await watchedRun(gatehouse);
  const other = await startConsole();
  try {
    await other.signIn(page);
    await drop(page, 'watch.zip', bundle);
    await expect(page).toHaveURL(`${other.address}/bundles`);
    await expect(noticeOf(page)).toContainText('watch.zip');
    await expect(noticeOf(page)).toContainText('Unaltered since it was signed');
    await lookThrough(page, seq);
    await expect(noticeOf(page)).toBeVisible();
    expect((await other.api<{ runs: unknown[] }>('GET', '/api/runs')).body.runs).toEqual([]);

    const altered = Buffer.from(bundle);
    const at = altered.indexOf('seen.png', altered.indexOf('nodes/look/1-1/artifacts/')) + 5000;
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
    await drop(page, 'altered.zip', altered);
    await expect(noticeOf(page)).toContainText('Not as it was signed');
    await expect(noticeOf(page).getByRole('listitem')).toContainText(
      /^nodes\/look\/1-1\/artifacts\/seen\.png was changed/,
    );
    await drop(page, 'notes.zip', Buffer.from('no zip at all'));
    await expect(page.getByRole('alert').filter({ hasText: 'notes.zip cannot be read as a zip' })).toBeVisible();

    // Where it comes from, the key is known.
    await gatehouse.signIn(page);
    await page.goto(`${gatehouse.address}/bundles`);
    await page.getByLabel('Bundle').setInputFiles({ name: 'own.zip', mimeType: 'application/zip', buffer: bundle });
    await expect(noticeOf(page)).toContainText('As answered');
  } finally {
    await other.stop();
    other.remove();
  }
});

test('run.html of an unpacked bundle is the run page, from the disk and without a network', async ({
  gatehouse,
  visitors,
}) => {
  visitors.expectErrors(refusedInFrames);
  let tracked = 0;
  const receiver = createServer((_, response) => {
    tracked += 1;
    response.end();
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  const tracker = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const { bundle, seq } = await watchedRun(gatehouse, tracker);
  await gatehouse.stop();
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-unpacked-'));
  for (const [name, bytes] of readZip(bundle)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  const script = readFileSync(join(folder, 'run.html'), 'utf8').split('\n]</script>')[1] ?? '';
  expect(gzipSync(script).length).toBeLessThan(250 * 1024);
  const context = await visitors.visit({});
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(pathToFileURL(join(folder, 'run.html')).href);
  await expect(noticeOf(page)).toContainText('npx gatehouse verify');
  await lookThrough(page, seq);
  // The place is in the address: opened anew, it is the same moment.
  await expect(page).toHaveURL(new RegExp(`run\\.html#.*at=${seq}\\b`));
  await page.reload();
  await expect(page.getByRole('region', { name: 'Custom fields' })).toContainText('phasetwo');
  // What a policy refuses is sometimes told as asked for, and never sent.
  expect(asked.filter((url) => /^(https?|wss?):/.test(url) && !url.startsWith(tracker))).toEqual([]);
  expect(tracked).toBe(0);
  receiver.close();
  rmSync(folder, { recursive: true });
});
