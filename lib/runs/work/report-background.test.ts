import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type BackgroundRecord, listRecords, saveRecord } from '../../clients/process/background-records.ts';
import type { EventOf } from '../../engine/events.ts';
import { presets } from '../../nodes/parts/cli-presets.ts';
import { tester } from '../../testing/actors.ts';
import { isProcessRunning, toldPid } from '../../testing/clients/is-running.ts';
import { house } from '../../testing/house.ts';
import { lookUntil } from '../../testing/look-until.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { eventsOf, startNodes, whenAsked, whenEvent, whenRun, whenStatus } from '../../testing/scratch-run.ts';
import { cancelRun } from '../cancel-run.ts';
import { deleteRun } from '../delete-run.ts';
import { sendSignal } from '../send-signal.ts';
import { findStuckRuns, takeUpStuckRuns } from '../upkeep/stuck-runs.ts';
import { reportByToken } from './report-background.ts';

let engine: ScratchEngine;
let bin: string;

// Nobody listens there: what a launcher tells is lost, as when the console is down.
beforeAll(async () => {
  bin = mkdtempSync(join(tmpdir(), 'gatehouse-presets-'));
  chmodSync(bin, 0o755);
  engine = await startScratchEngine({ PORT: '1', GATEHOUSE_FOLDERS: bin });
});
afterAll(async () => {
  await engine.stop();
});

const background = (script: string, more: Record<string, unknown> = {}) => ({
  work: { type: 'cli', script, background: true, ...more },
});

/** Resolves with what the script wrote: its own process and the address to report to. */
async function whenStarted(id: string): Promise<{ pid: number; token: string }> {
  const { state } = await whenRun(id, ({ nodes }) => nodes.work?.status === 'waiting');
  const file = `${state.workspace}/started`;
  await lookUntil(() => existsSync(file));
  const [pid = '', callback = ''] = readFileSync(file, 'utf8').split('\n');
  return { pid: Number(pid), token: callback.split('/').at(-1) ?? '' };
}

const tellsAndStays = `printf "%s\\n%s" ${toldPid()} "$GATEHOUSE_CALLBACK" > .s; mv .s started; exec sleep 600`;
const recordsOf = async (id: string) => (await listRecords(engine.dataDirectory)).filter(({ run }) => run === id);

async function whenGone(id: string, pid: number): Promise<void> {
  await lookUntil(async () => !isProcessRunning(pid) && (await recordsOf(id)).length === 0);
}

test('a background command’s output and exit code are its result, as in the foreground', async () => {
  const id = await startNodes(background('echo out; echo err >&2; exit 3', { ok_codes: [3], parse: 'lines' }));
  const { state } = await whenStatus(id, 'completed');
  expect(state.outputs.work).toEqual({
    stdout: 'out\n',
    stderr: 'err\n',
    exit_code: 3,
    truncated: false,
    value: ['out'],
    exec_id: `${id}-work-1-1`,
    output_path: `.gatehouse/${id}/work/1.txt`,
  });
  const [signal] = await eventsOf(id, 'signal_received');
  expect(signal?.data).toMatchObject({ name: `callback:${id}-work-1-1`, payload: { exit_code: 3, via: 'exit' } });
});

test('while it runs the run waits and is not stuck, and only the command itself can report', async () => {
  const id = await startNodes(background(tellsAndStays));
  const { pid } = await whenStarted(id);
  expect((await whenStatus(id, 'waiting')).nodes.work).toMatchObject({ status: 'waiting', attempts: 1 });
  expect(await findStuckRuns(house, Date.now() + 3_600_000)).toEqual([]);
  const forged = sendSignal(house, { runId: id, name: `callback:${id}-work-1-1`, payload: {}, actor: tester });
  await expect(forged).rejects.toMatchObject({ code: 'bad_request' });
  await cancelRun(house, { runId: id, actor: tester });
  expect(isProcessRunning(pid)).toBe(false);
  expect(await recordsOf(id)).toEqual([]);
});

test('the first callback counts; a later one is told what was reported', async () => {
  const id = await startNodes(background(tellsAndStays));
  const { pid, token } = await whenStarted(id);
  await reportByToken(house, token, { exit_code: 0, output: 'the answer', output_path: 'answer.md' });
  await expect(reportByToken(house, token, { exit_code: 1 })).rejects.toMatchObject({
    code: 'conflict',
    details: { report: { exit_code: 0, via: 'callback' } },
  });
  const { state } = await whenStatus(id, 'completed');
  expect(state.outputs.work).toMatchObject({ stdout: 'the answer', exit_code: 0, output_path: 'answer.md' });
  expect(await eventsOf(id, 'signal_received')).toHaveLength(1);
  await whenGone(id, pid);
  await deleteRun(house, { runId: id, actor: tester });
  await expect(reportByToken(house, token, { exit_code: 1 })).rejects.toMatchObject({ code: 'conflict' });
});

test.each([null, [], '', 'short', 'x'.repeat(44), '../../etc/passwd'])('%j is no token', async (token) => {
  await expect(reportByToken(house, token, { exit_code: 0 })).rejects.toMatchObject({ code: 'not_found' });
});

test('a program that cannot be started, and one that fails, are failures like any other', async () => {
  const missing = await startNodes({ work: { type: 'cli', command: ['no-such-program'], background: true } });
  expect(await whenAsked(missing)).toMatchObject({ purpose: 'failure' });
  const codes = async (id: string) => (await eventsOf(id, 'node_failed')).map(({ data }) => data.error.code);
  expect(await codes(missing)).toEqual(['command_not_found']);
  const failing = await startNodes(background('echo why >&2; exit 4'));
  expect(await whenAsked(failing)).toMatchObject({ purpose: 'failure' });
  expect(await codes(failing)).toEqual(['exit_code']);
});

test('a command whose time is over ends, and the node has failed', async () => {
  const id = await startNodes(background(tellsAndStays, { timeout: '1s' }));
  const { pid } = await whenStarted(id);
  const failed: EventOf<'node_failed'> = await whenEvent(id, 'node_failed');
  expect(failed.data.error.code).toBe('timeout');
  await whenGone(id, pid);
});

test('one that vanished without a word is a failure, and nothing of it is left', async () => {
  const id = await startNodes(background(tellsAndStays));
  const { pid } = await whenStarted(id);
  const [record] = await recordsOf(id);
  process.kill(record?.pid as number, 'SIGKILL');
  const failed = await whenEvent(id, 'node_failed');
  expect(failed.data.error.code).toBe('background_lost');
  await whenGone(id, pid);
});

test('it goes on while the console is stopped, and the next one hears how it ended', async () => {
  const id = await startNodes(background('touch started; while [ ! -e go ]; do sleep 0.05; done; echo done'));
  await whenRun(id, ({ nodes }) => nodes.work?.status === 'waiting');
  const [record] = await recordsOf(id);
  await engine.restart();
  expect(isProcessRunning(record?.pid as number)).toBe(true);
  const { state } = await whenStatus(id, 'waiting');
  writeFileSync(`${state.workspace}/go`, '');
  expect((await whenStatus(id, 'completed')).state.outputs.work).toMatchObject({ stdout: 'done\n', exit_code: 0 });
});

test('a run whose command nobody knows any more is found stuck, and its node fails', async () => {
  const id = await startNodes(background(tellsAndStays));
  const { pid } = await whenStarted(id);
  rmSync(join(engine.dataDirectory, 'background'), { recursive: true });
  await engine.restart();
  expect(isProcessRunning(pid)).toBe(false);
  const later = Date.now() + 3_600_000;
  expect((await findStuckRuns(house, later)).map((run) => run.id)).toEqual([id]);
  await takeUpStuckRuns(house, { now: later });
  expect((await whenEvent(id, 'node_failed')).data.error.code).toBe('background_lost');
});

test('an attempt that was cut off before its command was waited for takes the command with it', async () => {
  const id = await startNodes(background(tellsAndStays));
  const { pid } = await whenStarted(id);
  const [record] = await recordsOf(id);
  const stranger = { ...(record as BackgroundRecord), attempt: 2 };
  await saveRecord(engine.dataDirectory, stranger);
  await engine.restart();
  expect(isProcessRunning(pid)).toBe(false);
  expect(await recordsOf(id)).toEqual([]);
});

test('a preset runs the program of its name as its documentation says, in the background too', async () => {
  const program = '#!/bin/sh\nfor argument in "$@"; do echo "$argument"; done\n';
  for (const preset of presets) writeFileSync(join(bin, preset), program, { mode: 0o755 });
  // Nobody is logged in there, so nothing has to be allowed.
  vi.stubEnv('HOME', bin);
  onTestFinished(() => void vi.unstubAllEnvs());
  const env = { PATH: `${bin}:/usr/bin:/bin` };
  const asked = (preset: string, mode: string) => ({ type: 'cli', preset, mode, prompt: '-x', env, parse: 'lines' });
  const id = await startNodes({
    one: asked('gemini', 'analysis'),
    two: asked('codex', 'write'),
    three: asked('qwen', 'write'),
    four: { ...asked('claude', 'analysis'), background: true },
  });
  const { outputs } = (await whenStatus(id, 'completed')).state as unknown as {
    outputs: Record<string, { value: [] }>;
  };
  expect(Object.values(outputs).map(({ value }) => value)).toEqual([
    ['--approval-mode=default', '--prompt=-x'],
    ['exec', '--sandbox=workspace-write', '--skip-git-repo-check', '--', '-x'],
    ['--approval-mode=auto-edit', '--prompt=-x'],
    ['--print', '--permission-mode=plan', '--', '-x'],
  ]);
  rmSync(bin, { recursive: true, force: true });
});
