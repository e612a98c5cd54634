// `npx gatehouse …` beside a running console: the data directory alone says where that console listens.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { GatehouseConsole } from './fixtures/console.ts';
import { readZip } from './fixtures/read-zip.ts';
import { expectStatus, openGate, readRun, startRun } from './fixtures/runs.ts';
import { root, token } from './fixtures/spawn-console.ts';
import { expect, test } from './fixtures/test.ts';

type Ended = { code: unknown; stdout: string; stderr: string };

function command({ data }: GatehouseConsole, ...args: string[]): Promise<Ended> {
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production' as const,
    GATEHOUSE_DATA: data,
    GATEHOUSE_TOKEN: token,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, ['lib/commands/gatehouse.mjs', ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

test('sign-in prints a link that signs in one visitor, once', async ({ gatehouse, page, visitors }) => {
  visitors.expectErrors(/status of 401/);
  const { code, stdout } = await command(gatehouse, 'sign-in');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^http:\S+\/sign-in\?token=\S+\n$/);
  const url = stdout.trim();
  expect(new URL(url).port).toBe(new URL(gatehouse.address).port);
  await page.goto(url);
  await page.waitForURL(/\/runs$/);
  await expect(page.getByRole('heading', { name: 'No runs yet' })).toBeVisible();

  const second = await (await visitors.visit()).newPage();
  await second.goto(url);
  await expect(second.getByText('This sign-in link was used already or has expired.')).toBeVisible();
});

test('a run is started, answered and exported from the command line', async ({ gatehouse }, testInfo) => {
  const started = await command(gatehouse, 'run', 'hello-gates', '--input', 'title=Harbour report');
  expect(started).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S+\n$/) });
  const runId = started.stdout.trim();
  expect(await readRun(gatehouse, runId)).toMatchObject({ id: runId, inputs: { title: 'Harbour report' } });

  for (const node of ['review', 'approve']) {
    const { id } = await openGate(gatehouse, runId, node);
    const answered = await command(gatehouse, 'answer', runId, id, 'yes');
    expect(answered).toMatchObject({ code: 0, stdout: `Answered ${id} with yes.\n` });
    const late = await command(gatehouse, 'answer', runId, id, 'no');
    expect(late).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('answered') });
  }
  await expectStatus(gatehouse, runId, 'completed');

  const file = testInfo.outputPath('run.zip');
  expect(await command(gatehouse, 'export', runId, '-o', file)).toMatchObject({ code: 0, stdout: `${file}\n` });
  const zip = readFileSync(file);
  expect(zip.toString('latin1', 0, 2)).toBe('PK');
  expect(JSON.parse(String(readZip(zip).get('run.json')))).toMatchObject({ id: runId, status: 'completed' });
});

test('a vote, a refusal and an override are told as that on the command line', async ({ gatehouse }) => {
  await gatehouse.api('POST', '/api/people', { name: 'Ada', role: 'operator' });
  const runId = await startRun(gatehouse, 'release-vote');
  const { id } = await openGate(gatehouse, runId, 'agree');
  const answer = (...more: string[]) => command(gatehouse, 'answer', runId, id, 'yes', ...more);
  expect(await answer()).toMatchObject({ code: 1, stderr: expect.stringContaining('Only release-team may answer') });
  await gatehouse.api('POST', '/api/groups', { name: 'release-team', members: ['owner'] });
  expect((await answer()).stdout).toBe(`Voted yes on ${id}: 1 of 2 so far, so it is still open.\n`);
  expect(await answer('--override')).toMatchObject({ code: 1, stderr: expect.stringContaining('say why') });
  expect((await answer('--override', '--comment', 'Ada is away')).stdout).toBe(`Answered ${id} with yes.\n`);
  const { gates } = await readRun(gatehouse, runId);
  expect(gates[0]?.answer).toMatchObject({ override: ['quorum'], comment: 'Ada is away', via: 'token' });
});

test('a run is controlled from the command line by the verbs that the console describes', async ({ gatehouse }) => {
  const runId = await startRun(gatehouse, 'two-questions');
  await openGate(gatehouse, runId, 'first');
  const paused = await command(gatehouse, 'control', runId, 'pause', '--field', 'now=true');
  expect(paused).toMatchObject({ code: 0, stdout: '{"status":"paused"}\n' });
  expect(await command(gatehouse, 'control', runId, 'resume')).toMatchObject({ code: 0 });

  const planned = await command(gatehouse, 'control', runId, 'restart', '--field', 'node=first', '--plan');
  expect(JSON.parse(planned.stdout)).toMatchObject({ position: [{ node: 'first' }] });
  expect(await command(gatehouse, 'control', runId, 'fork', '--field', 'at=x')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The field "at" is "x"; write it as JSON'),
  });
  expect(await command(gatehouse, 'control', runId, 'pasue')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('A run has no "pasue"; use one of pause, resume, cancel'),
  });
  expect(await command(gatehouse, 'control', runId, 'cancel')).toMatchObject({ code: 0 });
  await expectStatus(gatehouse, runId, 'cancelled');
});

test('without a console every command says that none answers, and fails', async ({ gatehouse }, testInfo) => {
  const runId = await startRun(gatehouse, 'two-questions');
  const { id } = await openGate(gatehouse, runId, 'first');
  const { port } = new URL(gatehouse.address);
  const file = testInfo.outputPath('run.zip');
  // A console that was stopped takes its port out of the data directory; then the usual port is asked, which may be in use.
  await gatehouse.kill();
  for (const args of [
    ['sign-in'],
    ['run', 'hello-gates', '--input', 'title=Harbour report'],
    ['answer', runId, id, 'yes'],
    ['control', runId, 'pause'],
    ['export', runId, '-o', file],
  ]) {
    const { code, stdout, stderr } = await command(gatehouse, ...args);
    expect.soft({ code, stdout }, args[0]).toEqual({ code: 1, stdout: '' });
    expect.soft(stderr, args[0]).toContain(`No console answers on http://localhost:${port} (ECONNREFUSED).`);
    expect.soft(stderr, args[0]).toContain('Start it with npm start');
  }
  expect(existsSync(file)).toBe(false);
});
