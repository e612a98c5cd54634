// A graph that works on a screen, run against a real server: the folder that it leaves is read back, and says what the run did.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerGate } from '../runs/answer-gate.ts';
import { startRun } from '../runs/start-run.ts';
import type { RunDetail } from '../runs/views.ts';
import { tester } from '../testing/actors.ts';
import { house } from '../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../testing/scratch-engine.ts';
import { allEventsOf, whenAsked, whenRun } from '../testing/scratch-run.ts';
import { condition, edge, foundBy, graphText, literal, saved, variable } from '../testing/workflow/graph-fixture.ts';
import { bundleOf } from './bundle.ts';
import { exportRecord } from './export-record.ts';

const server = join(import.meta.dirname, '../../e2e/fakes/pointing-server.mjs');
const source = graphText(
  [
    saved('u-1', 'FocusWindow', { method: 'AppName', value: 'Shop' }, { name: 'Open (Shop)' }),
    saved('u-2', 'Loop', { exit_condition: foundBy('look'), max_iterations: 3 }, { name: 'Rounds' }),
    saved('u-3', 'FindText', { search_text: 'Login Button' }, { name: 'Look' }),
    saved('u-4', 'EndLoop', { loop_id: 'u-2' }, { name: 'End' }),
    saved('u-5', 'If', { condition: condition(variable('look.x'), 'Equals', literal('10')) }, { name: 'There?' }),
    saved('u-6', 'Click', { target: 'Login Button' }, { name: 'Press', retries: 2 }),
    saved(
      'u-7',
      'TakeScreenshot',
      { mode: 'Screen', include_ocr: true },
      {
        name: 'Shot',
        checks: [{ name: 'no error', check_type: 'TextAbsent', params: { text: 'panic' }, on_fail: 'WarnOnly' }],
      },
    ),
    saved('u-8', 'ListWindows', {}, { name: 'Off', enabled: false }),
    saved('u-9', 'ListWindows', {}, { name: 'Never' }),
  ],
  [
    ...[edge('u-1', 'u-2'), edge('u-2', 'u-3', 'LoopBody'), edge('u-3', 'u-4'), edge('u-4', 'u-2')],
    ...[edge('u-2', 'u-5', 'LoopDone'), edge('u-5', 'u-6', 'IfTrue'), edge('u-5', 'u-9', 'IfFalse')],
    ...[edge('u-6', 'u-7'), edge('u-7', 'u-8')],
  ],
  { name: 'Shop Tour!', servers: { screen: { command: process.execPath, args: [server, '2'] } } },
);

let engine: ScratchEngine;
let directory: string;
let run: RunDetail;

beforeAll(async () => {
  engine = await startScratchEngine();
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-folder-'));
  const { id } = await startRun(house, { source, actor: tester });
  const gate = await whenAsked(id);
  await answerGate(house, { runId: id, gateId: gate.id, option: 'allow', actor: tester });
  run = await whenRun(id, ({ status }) => status === 'completed' || status === 'failed');
  expect(run.status).toBe('completed');
  const { stream, name } = await exportRecord(house, id, 'run-folder');
  expect(name).toMatch(/-run-folder\.zip$/);
  unpack(await buffer(stream), 'alone');
  unpack(await buffer((await bundleOf(house, id)).stream), 'bundle');
});
afterAll(async () => {
  await engine.stop();
  rmSync(directory, { recursive: true });
});

function unpack(bytes: Buffer, into: string): void {
  writeFileSync(join(directory, `${into}.zip`), bytes);
  execFileSync('python3', ['-m', 'zipfile', '-e', `${into}.zip`, into], { cwd: directory });
}

const filesIn = (part: string) =>
  readdirSync(join(directory, part), { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [relative(join(directory, part), join(entry.parentPath, entry.name))] : []))
    .sort();
const root = () => {
  const [, , workflow = '', execution = ''] = (filesIn('alone')[0] ?? '').split('/');
  return join('.clickweave', 'runs', workflow, execution);
};
const read = (path: string, part = 'alone') => readFileSync(join(directory, part, root(), path), 'utf8');
type Line = { timestamp: number; event_type: string; payload: Record<string, unknown> };
const linesOf = (path: string): Line[] =>
  read(path)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('the folder is laid out as its system lays it out, one for each node that worked', () => {
  expect(root()).toMatch(/^\.clickweave\/runs\/shop-tour\/\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_[0-9a-f]{12}$/);
  const below = filesIn('alone').map((path) => path.slice(root().length + 1));
  expect(below).toEqual([
    'events.jsonl',
    ...['look', 'open-shop', 'press'].flatMap((node) => [`${node}/events.jsonl`, `${node}/run.json`]),
    ...['artifacts/take_screenshot-1.png', 'events.jsonl', 'run.json', 'verdict.json'].map((file) => `shot/${file}`),
  ]);
});

test('run.json says of each node what the run says of it', () => {
  const shot = JSON.parse(read('shot/run.json'));
  const state = run.state.nodes.shot;
  expect(shot).toEqual({
    run_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    node_id: 'u-7',
    node_name: 'Shot',
    execution_dir: root().split('/').at(-1),
    started_at: Date.parse(state?.started_at ?? ''),
    ended_at: Date.parse(state?.ended_at ?? ''),
    status: 'Ok',
    trace_level: 'Minimal',
    events: [],
    artifacts: [
      {
        artifact_id: expect.any(String),
        kind: 'Screenshot',
        path: 'artifacts/take_screenshot-1.png',
        metadata: { type: 'image/png', size: expect.any(Number), sha256: expect.any(String) },
        overlays: [],
      },
    ],
    observed_summary: null,
  });
  expect(readFileSync(join(directory, 'alone', root(), 'shot', shot.artifacts[0].path))).toHaveLength(
    shot.artifacts[0].metadata.size,
  );
});

test('events.jsonl tells what each node did, in the order in which it happened', async () => {
  const events = await allEventsOf(run.id);
  const press = linesOf('press/events.jsonl');
  expect(press.filter(({ event_type }) => event_type !== 'variable_set').map(({ event_type }) => event_type)).toEqual([
    'node_started',
    ...['tool_call', 'tool_result', 'target_resolved', 'tool_call', 'tool_result', 'retry'],
    ...['tool_call', 'tool_result', 'target_resolved', 'tool_call', 'tool_result', 'retry'],
    ...['tool_call', 'tool_result', 'target_resolved', 'tool_call', 'tool_result'],
  ]);
  expect(press[0]).toMatchObject({ payload: { name: 'Press', type: 'Click' } });
  const calls = events.filter(({ node, type }) => node === 'press' && type === 'tool_call');
  expect(press.filter(({ event_type }) => event_type === 'tool_call')).toEqual(
    calls.map(({ at, data }) => {
      const { tool, arguments: args } = data as { tool: string; arguments: unknown };
      return { timestamp: Date.parse(at), event_type: 'tool_call', payload: { name: tool, args } };
    }),
  );
  expect(press.filter(({ event_type }) => event_type === 'retry').map(({ payload }) => payload.attempt)).toEqual([
    1, 2,
  ]);
});

test('what a node found is told by the names that conditions read it by', () => {
  const set = linesOf('look/events.jsonl').flatMap(({ event_type, payload }) =>
    event_type === 'variable_set' ? [[payload.variable, payload.value]] : [],
  );
  const match = { text: 'Login Button', x: 10, y: 20, app_name: 'Shop' };
  expect(Object.fromEntries(set)).toEqual({
    'look.success': true,
    'look.result': [match],
    'look.found': true,
    'look.count': 1,
    'look.matches': [match],
    ...Object.fromEntries(Object.entries(match).map(([key, value]) => [`look.${key}`, value])),
  });
});

test('which ways were chosen stands with the run', () => {
  expect(linesOf('events.jsonl').map(({ event_type, payload }) => ({ event_type, ...payload }))).toEqual([
    { event_type: 'loop_iteration', node_id: 'u-2', node_name: 'Rounds', iteration: 0 },
    {
      event_type: 'loop_exited',
      node_id: 'u-2',
      node_name: 'Rounds',
      reason: 'condition_met',
      iterations_completed: 1,
    },
    {
      event_type: 'branch_evaluated',
      node_id: 'u-5',
      node_name: 'There?',
      condition: "alike(look.x ?? null, '10')",
      result: true,
      output_taken: { type: 'IfTrue' },
    },
  ]);
});

test('verdict.json says how a node was judged', () => {
  expect(JSON.parse(read('shot/verdict.json'))).toEqual({
    node_id: 'u-7',
    node_name: 'Shot',
    check_results: [
      { check_name: 'no error', check_type: 'TextAbsent', verdict: 'Pass', reasoning: expect.any(String) },
    ],
    expected_outcome_verdict: null,
  });
});

test('the bundle has the folder on top of its own records, and no file twice', () => {
  const files = filesIn('bundle');
  expect(files).toContain(`${root()}/shot/run.json`);
  expect(files).toContain('nodes/shot/run.json');
  expect(files).toContain('workflow.json');
  expect(files.filter((path) => path.endsWith('.png'))).toEqual(['nodes/shot/1-1/artifacts/take_screenshot-1.png']);
  expect(read('look/events.jsonl', 'bundle')).toBe(read('look/events.jsonl'));
});
