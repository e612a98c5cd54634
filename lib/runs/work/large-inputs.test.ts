// Large values from outside (inputs, tools, signals, called runs), in forks and in bundles, and what is too much.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLargeValue } from '../../nodes/parts/large-value.ts';
import { tester } from '../../testing/actors.ts';
import { house } from '../../testing/house.ts';
import { type ScratchEngine, startScratchEngine } from '../../testing/scratch-engine.ts';
import { allEventsOf, whenAsked, whenRun, whenStatus } from '../../testing/scratch-run.ts';
import { answerGate } from '../answer-gate.ts';
import { deleteRun } from '../delete-run.ts';
import { openRunValue } from '../open-run-file.ts';
import { readRunPage } from '../read-run.ts';
import { forkRun } from '../rewind/fork-run.ts';
import { runAgain } from '../run-again.ts';
import { sendSignal } from '../send-signal.ts';
import { startRun } from '../start-run.ts';

let engine: ScratchEngine;
let workflows: string;
beforeAll(async () => {
  workflows = await mkdtemp(join(tmpdir(), 'gatehouse-workflows-'));
  const limits = { GATEHOUSE_MAX_VALUE: '12', GATEHOUSE_MAX_INPUTS: '20', GATEHOUSE_MAX_STATE: '1' };
  engine = await startScratchEngine({ GATEHOUSE_WORKFLOWS: workflows, ...limits });
});
afterAll(async () => {
  await engine.stop();
  await rm(workflows, { recursive: true });
});

const fake = join(import.meta.dirname, '../../../e2e/fakes/mcp-server.mjs');
const check = (condition: string) => ({ type: 'if', condition, then: 'complete', else: 'fail' });
const objects = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `object number ${id}` }));

function start(parts: Record<string, unknown>, inputs: Record<string, unknown> = {}) {
  const types = Object.keys(inputs).map((name) => [name, { type: typeof inputs[name] === 'string' ? 'text' : 'json' }]);
  const source = JSON.stringify({ gatehouse: 1, name: 'Scratch', inputs: Object.fromEntries(types), ...parts });
  return startRun(house, { source, inputs, actor: tester });
}

test('M6 an MCP text of 8 MB and a list of 3,000 are whole for extraction and expressions', async () => {
  const echo = (message: string) => ({ type: 'tool', server: 'fake', tool: 'echo', arguments: { message } });
  const { id } = await start(
    {
      servers: { fake: { command: process.execPath, args: [fake] } },
      nodes: {
        text: echo('${inputs.text}'),
        list: { ...echo('${inputs.list}'), save: { last: '${result[-1].name}' } },
        check: check(
          "len(text.result) == 8000000 && list.found && list.count == 3000 && list.count > 5 && list.id == 0 && list.result[2999].id == 2999 && last == 'object number 2999'",
        ),
      },
    },
    { text: 'x'.repeat(8_000_000), list: JSON.stringify(objects(3000)) },
  );
  const gate = await whenAsked(id);
  await answerGate(house, { runId: id, gateId: gate.id, option: 'allow', actor: tester });
  const { state } = await whenRun(id, ({ status }) => status === 'completed' || status === 'failed');
  expect([state.status, state.message]).toEqual(['completed', null]);
});

test('D14 a large input does not make a large page, and is the same when the run is started again', async () => {
  const text = 'y'.repeat(10_000_000);
  const { id } = await start({ nodes: { check: check('len(inputs.text) == 10000000') } }, { text });
  await whenStatus(id, 'completed');
  const page = await readRunPage(house, id);
  expect(JSON.stringify(page).length).toBeLessThan(50_000);
  const handle = page.run.inputs.text;
  if (!isLargeValue(handle)) throw new Error('the input has no handle');
  const { opened } = await openRunValue(house, id, handle.$value);
  expect(opened.size).toBe(handle.bytes);
  opened.stream.destroy();
  const again = await runAgain(house, { runId: id, actor: tester, inputs: { text: handle } });
  expect((await whenStatus(again.id, 'completed')).inputs.text).toEqual(handle);
});

test('D14 inputs beyond the limit are refused with its name', async () => {
  const nodes = { check: check('true') };
  await expect(start({ nodes }, { text: 'z'.repeat(13_000_000) })).rejects.toMatchObject({
    code: 'too_large',
    message: 'The input "text" has 12.4 MB; one value may have 12.0 MB (GATEHOUSE_MAX_VALUE)',
  });
  const inputs = { a: 'z'.repeat(11_000_000), b: 'z'.repeat(11_000_000) };
  await expect(start({ nodes }, inputs)).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('(GATEHOUSE_MAX_INPUTS)'),
  });
});

test('D2 a result beyond the limit is a failure that names it, and the log has all of it', async () => {
  const print = "process.stdout.write('x'.repeat(13_000_000))";
  const { id } = await start({ nodes: { print: { type: 'cli', command: ['node', '-e', print] } } });
  const gate = await whenAsked(id);
  expect(gate.show[0]?.text).toContain('(GATEHOUSE_MAX_VALUE)');
  const saved = (await allEventsOf(id)).filter(({ type }) => type === 'artifact_saved');
  expect(saved[0]?.data).toMatchObject({ name: 'stdout.txt', size: 13_000_000 });
});

test('D14 a list that doubles with every round fails at the limit of one value, named, long before the memory is full', async () => {
  const double = { type: 'set_state', field: 'list', value: ['${list}', '${list}'] };
  const { id } = await start({
    state: { list: ['one', 'two', 'three'] },
    nodes: {
      grow: { type: 'loop', body: 'double', max: 40, done: 'over' },
      double: { type: 'action', do: [double] },
      back: { type: 'end_loop', loop: 'grow' },
      over: { type: 'end' },
    },
  });
  const gate = await whenAsked(id);
  expect(gate.show[0]?.text).toMatch(/A value has \S+ MB; one value may have 12.0 MB \(GATEHOUSE_MAX_VALUE\)/);
});

test('D14 a run whose data grows beyond the limit ends with words that name it', async () => {
  const add = { type: 'append_state', field: 'computed.all', value: '${inputs.part}' };
  const { id } = await start(
    {
      nodes: {
        grow: { type: 'loop', body: 'add', max: 1000, done: 'over' },
        add: { type: 'action', do: [add] },
        back: { type: 'end_loop', loop: 'grow' },
        over: { type: 'end' },
      },
    },
    { part: 'w'.repeat(40_000) },
  );
  const { message } = await whenStatus(id, 'failed');
  expect(message).toBe('The run’s data has more than 1.0 MB, without its large values (GATEHOUSE_MAX_STATE)');
});

test('D2 a signal gives a large value', async () => {
  const { id } = await start({
    nodes: {
      wait: { type: 'wait', signal: 'data' },
      check: check("wait.count == 5000 && wait.result[-1].name == 'object number 4999'"),
    },
  });
  await whenRun(id, ({ status }) => status === 'waiting');
  await sendSignal(house, { runId: id, name: 'data', payload: objects(5000), actor: tester });
  await whenStatus(id, 'completed');
});

test.each(['inline', 'spawn'])('D2 a called run (%s) is given large values and gives them back', async (mode) => {
  const changed = { type: 'compute', expression: 'inputs.list.map(one => one.name)', store_as: 'names' };
  const seen = { type: 'compute', expression: 'len(computed.before ?? [])', store_as: 'seen' };
  const child = { inputs: { list: { type: 'json' } }, nodes: { work: { type: 'action', do: [changed, seen] } } };
  await writeFile(join(workflows, 'child.yaml'), JSON.stringify({ gatehouse: 1, name: 'Child', ...child }));
  const outputs = { got: '${result.data.computed.names}', seen: '${result.data.computed.seen}' };
  const { id } = await start(
    {
      nodes: {
        keep: { type: 'action', do: [{ type: 'compute', expression: 'inputs.list', store_as: 'before' }] },
        sub: { type: 'call', workflow: 'child', mode, inputs: { list: '${inputs.list}' }, outputs },
        check: check("len(computed.got) == 5000 && computed.got[-1] == 'object number 4999'"),
      },
    },
    { list: objects(5000) },
  );
  const { state } = await whenRun(
    id,
    ({ status }) => status !== 'running' && status !== 'queued' && status !== 'waiting',
  );
  expect([state.status, state.computed.seen]).toEqual(['completed', mode === 'inline' ? 5000 : 0]);
});

test('D2 a fork has the large values of its run, also when that one is gone', async () => {
  const { id } = await start(
    {
      nodes: {
        ask: { type: 'gate', kind: 'question', message: 'Go on?', options: [{ id: 'go', label: 'Go' }] },
        check: check('inputs.list[4999].id == 4999'),
      },
    },
    { list: objects(5000) },
  );
  const { id: first } = await whenAsked(id);
  const { seq } = (await readRunPage(house, id)).run;
  const fork = await forkRun(house, { runId: id, at: seq, actor: tester });
  await answerGate(house, { runId: id, gateId: first, option: 'go', actor: tester });
  await whenStatus(id, 'completed');
  await deleteRun(house, { runId: id, actor: tester });
  const { id: second } = await whenAsked(fork.id);
  await answerGate(house, { runId: fork.id, gateId: second, option: 'go', actor: tester });
  await whenStatus(fork.id, 'completed');
});
