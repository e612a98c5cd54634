// A pointing tool that is told in words what to point at, against a real server and a model played by a local one.

import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../../e2e/fakes/model-server.ts';
import { tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { allEventsOf, eventsOf, whenAsked, whenRun, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { startRun } from '../start-run.ts';

const fake = join(import.meta.dirname, '../../../e2e/fakes/mcp-server.mjs');
let model: ModelServer;
let engine: ScratchEngine;

beforeAll(async () => {
  model = await startModelServer();
  engine = await startScratchEngine(model.env);
});
beforeEach(() => {
  model.answerWith([]);
  model.asked.length = 0;
});
afterAll(async () => {
  await engine.stop();
  await model.stop();
});

async function start(node: Record<string, unknown>): Promise<string> {
  const servers = { screen: { command: process.execPath, args: [fake] } };
  const work = { type: 'tool', server: 'screen', trace: 'full', ...node };
  const source = JSON.stringify({ gatehouse: 1, name: 'Scratch', servers, nodes: { work } });
  const { id } = await startRun(house, { source, actor: tester });
  const run = await whenRun(id, ({ gates, status }) => gates.length > 0 || status === 'completed');
  // Once allowed, the same server is not asked about again.
  const gate = run.gates.find(({ purpose, status }) => purpose === 'server' && status === 'open');
  if (gate) await answerGate(house, { runId: id, gateId: gate.id, option: 'allow', actor: tester });
  return id;
}

async function resultOf(id: string): Promise<unknown> {
  return (await whenStatus(id, 'completed')).state.outputs.work;
}

const chooses = (choice: string | null) => model.answerWith([{ text: JSON.stringify({ choice }) }]);
const detail = async (id: string, type: string) => (await allEventsOf(id)).find((event) => event.type === type)?.data;

test('a click goes to the place where the text was found, with its other arguments', async () => {
  const id = await start({ tool: 'click', target: 'Save', arguments: { button: 'left' } });
  expect(await resultOf(id)).toEqual({ clicked: { button: 'left', x: 40, y: 12 } });
  expect(await detail(id, 'target_resolved')).toEqual({
    target: 'Save',
    tool: 'click',
    arguments: { button: 'left', x: 40, y: 12 },
  });
  expect(model.asked).toEqual([]);
});

test('a place that is given is used as it is', async () => {
  const id = await start({ tool: 'click', target: 'Save', arguments: { x: 1, y: 2 } });
  expect(await resultOf(id)).toEqual({ clicked: { x: 1, y: 2 } });
  expect((await eventsOf(id, 'tool_call')).map(({ data }) => data.tool)).toEqual(['click']);
});

test('words that are not on the screen are matched by a model with one that is', async () => {
  chooses('Cancel');
  const id = await start({ tool: 'click', target: 'the button that stops' });
  expect(await resultOf(id)).toEqual({ clicked: { x: 90, y: 12 } });
  expect(await detail(id, 'element_resolved')).toEqual({ target: 'the button that stops', element: 'Cancel' });
  expect((await eventsOf(id, 'model_call')).map(({ data }) => data.purpose)).toEqual(['resolve']);
  expect(JSON.parse(model.asked[0]?.messages[1]?.content as string)).toEqual({
    wanted: 'the button that stops',
    names: ['Save', 'Cancel'],
  });
});

test.each([
  ['makes a name up', () => chooses('Send')],
  ['finds none fitting', () => chooses(null)],
  ['fails', () => model.answerWith([{ status: 401 }])],
])('when the model %s, the failure names the target and what was there', async (_, prepare) => {
  prepare();
  const id = await start({ tool: 'click', target: 'Send' });
  await whenAsked(id);
  const [failed] = await eventsOf(id, 'node_failed');
  expect(failed?.data.error.code).toBe('target_not_found');
  expect(failed?.data.error.message).toContain('"Send" was not found; there is "Save", "Cancel"');
});

test.each([
  ['the exact name of an app', 'Notes', { window_id: 7 }],
  ['an exact title', 'notes.md', { window_id: 8 }],
  ['a part of a name in any case', 'editor', { window_id: 8 }],
])('a window is found by %s', async (_, target, expected) => {
  expect(await resultOf(await start({ tool: 'focus_window', target }))).toEqual(expected);
  expect(model.asked).toEqual([]);
});

test('a window gets the arguments that the tool takes; a model chooses it when no name matches', async () => {
  chooses('Text Editor');
  const id = await start({ tool: 'take_screenshot', target: 'where I write' });
  expect(await resultOf(id)).toEqual({ mode: 'window', pid: 80 });
  expect(await detail(id, 'app_resolved')).toEqual({ app: 'Text Editor', arguments: { mode: 'window', pid: 80 } });
});

test('U16 a call that breaks its server has a result: that it failed, and why', async () => {
  const id = await start({ tool: 'die' });
  await whenAsked(id);
  const results = await eventsOf(id, 'tool_result');
  expect(results.map(({ data }) => [data.tool, data.is_error])).toEqual([['die', true]]);
  expect(results[0]?.data.text).toContain('the tool broke the server');
});
